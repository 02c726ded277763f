import type { NoticeType } from '@wakeline/domain/notices/notice-type';
import { indexAt, placeAt } from '@wakeline/domain/replay/playback';
import type { Stay } from '@wakeline/domain/tracks/stays';
import type { Track } from '@wakeline/domain/tracks/track';
import { lineBetween, runOn, type TrackLine } from '@wakeline/domain/tracks/track-line';
import type { Feature, FeatureCollection, Position } from 'geojson';
import { imageSubject } from '../icons/images.ts';
import type { StayMark } from '../icons/stay-marks.ts';
import { TRACK_RAW, TRACK_ROADS, TRACK_SPAN, trackBeside } from '../layers/track-beside.ts';
import { TRACK_NOTICES, trackNotices } from '../layers/track-notices.ts';
import { TRACK_POINTED, trackPointed } from '../layers/track-pointed.ts';
import { TRACK_STAYS, trackStays } from '../layers/track-stays.ts';
import type { LngLat, MapView } from '../map-view.ts';
import { NO_FEATURES } from '../style/overlay.ts';

/** A stay as the map shows it. */
export interface MarkedStay extends Stay {
  readonly status: StayMark;
  /** How long it was, in words. */
  readonly text: string;
}

/** A notice with a place, as the map shows it. */
export interface MarkedNotice {
  readonly id: number;
  readonly type: NoticeType;
  /** Whether it calls for help. */
  readonly grave: boolean;
  readonly at: LngLat;
}

/** What stands on, beside and under the line of one track. */
export interface TrackMarks {
  setStays(stays: readonly MarkedStay[]): void;
  setNotices(notices: readonly MarkedNotice[]): void;
  /** The part that is looked at, epoch milliseconds; null: none is chosen. */
  setSpan(track: Track, line: TrackLine, span: { readonly start: number; readonly end: number } | null): void;
  /** The line of the fixes as they came; null: the track is not corrected. */
  setRaw(line: TrackLine | null): void;
  setRoads(lines: readonly Position[][]): void;
  /** The place that is pointed at; cheap enough for each frame. */
  point(at: LngLat | null): void;
  stop(): void;
}

const collect = (features: Feature[]): FeatureCollection => ({ type: 'FeatureCollection', features });
const lineFeature = (coordinates: Position[]): Feature => ({
  type: 'Feature',
  properties: {},
  geometry: { type: 'LineString', coordinates },
});

/** Puts the marks of a track on the map until they are stopped. */
export function showTrackMarks(view: MapView): TrackMarks {
  const hide = [trackBeside, trackStays, trackNotices, trackPointed].map(view.show);
  let pointing = false;
  let next: LngLat | null = null;
  let stopped = false;

  /** One at a time: a map that is slower than the pointer skips places. */
  function point(at: LngLat | null): void {
    next = at;
    if (pointing || stopped) return;
    pointing = true;
    const shown = next;
    const features =
      shown === null
        ? NO_FEATURES
        : collect([
            {
              type: 'Feature',
              properties: {},
              geometry: { type: 'Point', coordinates: [shown.lng, shown.lat] },
            },
          ]);
    void view.setFeatures(TRACK_POINTED, features).finally(() => {
      pointing = false;
      if (next !== shown) point(next);
    });
  }

  return {
    setStays: (stays) => void view.setFeatures(TRACK_STAYS, stayMarkFeatures(stays)),
    setNotices: (notices) => void view.setFeatures(TRACK_NOTICES, noticeFeatures(notices)),
    setSpan: (track, line, span) => void view.setFeatures(TRACK_SPAN, spanFeatures(track, line, span)),
    setRaw: (line) =>
      void view.setFeatures(
        TRACK_RAW,
        line === null ? NO_FEATURES : collect(line.pieces.map((piece) => lineFeature(piece.line))),
      ),
    setRoads: (lines) => void view.setFeatures(TRACK_ROADS, collect(lines.map(lineFeature))),
    point,
    stop() {
      stopped = true;
      for (const overlay of hide) overlay();
    },
  };
}

function stayMarkFeatures(stays: readonly MarkedStay[]): FeatureCollection {
  return collect(
    stays.map(({ lng, lat, startTime, endTime, status, text }, index) => ({
      type: 'Feature',
      id: index,
      properties: { ms: endTime - startTime, mark: imageSubject(['stay', status]), text },
      geometry: { type: 'Point', coordinates: [lng, lat] },
    })),
  );
}

function noticeFeatures(notices: readonly MarkedNotice[]): FeatureCollection {
  return collect(
    notices.map(({ id, type, grave, at }) => ({
      type: 'Feature',
      id,
      properties: { mark: imageSubject(['notice', type]), grave },
      geometry: { type: 'Point', coordinates: [at.lng, at.lat] },
    })),
  );
}

/** The line of a part of a track: as it is drawn, cut at the two times where they fall between fixes. */
export function spanFeatures(
  track: Track,
  line: TrackLine,
  span: { readonly start: number; readonly end: number } | null,
): FeatureCollection {
  if (span === null || track.length === 0) return NO_FEATURES;
  const from = Math.max(0, indexAt(track, span.start));
  const to = Math.max(0, indexAt(track, span.end));
  const lines = line.pieces
    .filter((piece) => piece.to > from && piece.from <= to)
    .map((piece) => partOf(track, line, Math.max(from, piece.from), Math.min(to, piece.to), span))
    .filter((positions) => positions.length > 1);
  return collect(lines.map(lineFeature));
}

/** The line from fix `first` to fix `last`, which are the last ones before the edges of the part, or those of a piece. */
function partOf(
  track: Track,
  line: TrackLine,
  first: number,
  last: number,
  { start, end }: { readonly start: number; readonly end: number },
): [lng: number, lat: number][] {
  const positions = cut(track, first, start);
  const begin = positions.length === 0 ? first : first + 1;
  const between = begin <= last ? lineBetween(track, line.levels, line.least, begin, last) : [];
  for (const position of [...between, ...cut(track, last, end)]) runOn(positions, position);
  return positions;
}

/** The place of a time that falls on the way from a fix to the next one; nothing where it is that of a fix. */
function cut(track: Track, index: number, time: number): [lng: number, lat: number][] {
  const place = placeAt(track, time);
  if (place === null || place.gap || place.index !== index || time <= (track.time[index] ?? 0)) return [];
  return [[place.lng, place.lat]];
}
