import type { NoticeType } from '@wakeline/domain/notices/notice-type';
import { indexAt, positionAtTime } from '@wakeline/domain/replay/playback';
import type { Stay } from '@wakeline/domain/tracks/stays';
import type { Track } from '@wakeline/domain/tracks/track';
import { lineBetween, pushUnwrapped, type TrackLine } from '@wakeline/domain/tracks/track-line';
import type { Feature, FeatureCollection, Position } from 'geojson';
import { writeImageSubject } from '../icons/images.ts';
import type { StayStatus } from '../icons/stay-markers.ts';
import { TRACK_RAW, TRACK_ROADS, TRACK_SPAN, trackComparison } from '../layers/track-comparison.ts';
import { TRACK_HOVER, trackHover } from '../layers/track-hover.ts';
import { TRACK_NOTICES, trackNotices } from '../layers/track-notices.ts';
import { TRACK_STAYS, trackStays } from '../layers/track-stays.ts';
import type { LngLat, MapView } from '../map-view.ts';
import { NO_FEATURES } from '../style/overlay.ts';

/** A stay on the map. */
export interface StayMarker extends Stay {
  readonly status: StayStatus;
  /** Its duration as text. */
  readonly text: string;
}

/** A notice with a position on the map. */
export interface NoticeMarker {
  readonly id: number;
  readonly type: NoticeType;
  /** Whether it is critical. */
  readonly isCritical: boolean;
  readonly lngLat: LngLat;
}

/** Markers and lines above, next to and below the line of one track. */
export interface TrackMarkers {
  setStays(stays: readonly StayMarker[]): void;
  setNotices(notices: readonly NoticeMarker[]): void;
  /** The selected range, epoch milliseconds; null: none. */
  setSpan(track: Track, line: TrackLine, span: { readonly start: number; readonly end: number } | null): void;
  /** The raw line; null: the track is not corrected. */
  setRaw(line: TrackLine | null): void;
  setRoads(lines: readonly Position[][]): void;
  /** The hovered point; cheap enough for each frame. */
  setHover(at: LngLat | null): void;
  stop(): void;
}

const toCollection = (features: Feature[]): FeatureCollection => ({ type: 'FeatureCollection', features });
const lineFeature = (coordinates: Position[]): Feature => ({
  type: 'Feature',
  properties: {},
  geometry: { type: 'LineString', coordinates },
});

/** Draws the markers of a track until they are stopped. */
export function showTrackMarkers(view: MapView): TrackMarkers {
  const hide = [trackComparison, trackStays, trackNotices, trackHover].map(view.show);
  let isUpdating = false;
  let next: LngLat | null = null;
  let stopped = false;

  /** One update at a time: a map that is slower than the pointer skips points. */
  function setHover(at: LngLat | null): void {
    next = at;
    if (isUpdating || stopped) return;
    isUpdating = true;
    const current = next;
    const features =
      current === null
        ? NO_FEATURES
        : toCollection([
            {
              type: 'Feature',
              properties: {},
              geometry: { type: 'Point', coordinates: [current.lng, current.lat] },
            },
          ]);
    void view.setFeatures(TRACK_HOVER, features).finally(() => {
      isUpdating = false;
      if (next !== current) setHover(next);
    });
  }

  return {
    setStays: (stays) => void view.setFeatures(TRACK_STAYS, stayMarkerFeatures(stays)),
    setNotices: (notices) => void view.setFeatures(TRACK_NOTICES, noticeFeatures(notices)),
    setSpan: (track, line, span) => void view.setFeatures(TRACK_SPAN, spanFeatures(track, line, span)),
    setRaw: (line) =>
      void view.setFeatures(
        TRACK_RAW,
        line === null ? NO_FEATURES : toCollection(line.segments.map((segment) => lineFeature(segment.line))),
      ),
    setRoads: (lines) => void view.setFeatures(TRACK_ROADS, toCollection(lines.map(lineFeature))),
    setHover,
    stop() {
      stopped = true;
      for (const overlay of hide) overlay();
    },
  };
}

function stayMarkerFeatures(stays: readonly StayMarker[]): FeatureCollection {
  return toCollection(
    stays.map(({ lng, lat, startTime, endTime, status, text }, index) => ({
      type: 'Feature',
      id: index,
      properties: { ms: endTime - startTime, marker: writeImageSubject(['stay', status]), text },
      geometry: { type: 'Point', coordinates: [lng, lat] },
    })),
  );
}

function noticeFeatures(notices: readonly NoticeMarker[]): FeatureCollection {
  return toCollection(
    notices.map(({ id, type, isCritical, lngLat }) => ({
      type: 'Feature',
      id,
      properties: { marker: writeImageSubject(['notice', type]), critical: isCritical },
      geometry: { type: 'Point', coordinates: [lngLat.lng, lngLat.lat] },
    })),
  );
}

/** The line of a time range, cut at its two times if they fall between fixes. */
export function spanFeatures(
  track: Track,
  line: TrackLine,
  span: { readonly start: number; readonly end: number } | null,
): FeatureCollection {
  if (span === null || track.length === 0) return NO_FEATURES;
  const from = Math.max(0, indexAt(track, span.start));
  const to = Math.max(0, indexAt(track, span.end));
  const lines = line.segments
    .filter((segment) => segment.to > from && segment.from <= to)
    .map((segment) => sliceLine(track, line, Math.max(from, segment.from), Math.min(to, segment.to), span))
    .filter((positions) => positions.length > 1);
  return toCollection(lines.map(lineFeature));
}

/**
 * The line from fix `first` to fix `last`, which are the last ones before the ends of the range, or those of a
 * segment.
 */
function sliceLine(
  track: Track,
  line: TrackLine,
  first: number,
  last: number,
  { start, end }: { readonly start: number; readonly end: number },
): [lng: number, lat: number][] {
  const positions = interpolateAt(track, first, start);
  const startIndex = positions.length === 0 ? first : first + 1;
  const between = startIndex <= last ? lineBetween(track, line.levels, line.minLevel, startIndex, last) : [];
  for (const position of [...between, ...interpolateAt(track, last, end)]) pushUnwrapped(positions, position);
  return positions;
}

/** The interpolated position at a time between a fix and the next one; empty at the time of a fix. */
function interpolateAt(track: Track, index: number, time: number): [lng: number, lat: number][] {
  const position = positionAtTime(track, time);
  if (position === null || position.isGap || position.index !== index || time <= (track.time[index] ?? 0))
    return [];
  return [[position.lng, position.lat]];
}
