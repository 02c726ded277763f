import type { Place } from '@wakeline/domain/playback';
import type { Stay } from '@wakeline/domain/stays';
import type { Track } from '@wakeline/domain/track';
import type { TrackLine } from '@wakeline/domain/track-line';
import { mercatorY, nearestLng } from '@wakeline/domain/web-mercator';
import type { Feature, FeatureCollection, Position } from 'geojson';
import { GLYPHS, iconOf } from '../icons/glyphs.ts';
import { imageSubject } from '../icons/images.ts';
import type { Bounds } from '../map-view.ts';
import type { ReplayStatus } from './replay-status.ts';

/** The device's icon, as trackers have it. */
export interface ReplayIcon {
  readonly iconUrl: string;
  readonly iconType: 'STANDARD' | 'CUSTOM';
}

const collect = (features: Feature[]): FeatureCollection => ({ type: 'FeatureCollection', features });

function lineFeature(coordinates: Position[], id?: number): Feature {
  const feature: Feature = { type: 'Feature', properties: {}, geometry: { type: 'LineString', coordinates } };
  return id === undefined ? feature : { ...feature, id };
}

/** The pieces of the line, by their number. */
export function pieceFeatures({ pieces }: TrackLine): FeatureCollection {
  return collect(pieces.map(({ line }, number) => lineFeature(line, number)));
}

export function gapFeatures({ gaps }: TrackLine): FeatureCollection {
  return collect(gaps.map(({ line }) => lineFeature(line)));
}

export function partFeatures(parts: readonly Position[][]): FeatureCollection {
  return collect(parts.map((line) => lineFeature(line)));
}

/** Flags at the first and the last fix. */
export function endFeatures(track: Track): FeatureCollection {
  if (track.length === 0) return collect([]);
  return collect([
    pointFeature(track, 0, { end: 'start' }),
    pointFeature(track, track.length - 1, { end: 'end' }),
  ]);
}

/** Places where it stayed. */
export function stayFeatures(stays: readonly Stay[]): FeatureCollection {
  return collect(
    stays.map(({ lng, lat, startTime, endTime }) => ({
      type: 'Feature',
      properties: { ms: endTime - startTime },
      geometry: { type: 'Point', coordinates: [lng, lat] },
    })),
  );
}

/** At most so many points are drawn, whatever the track looks like. */
const MOST_POINTS = 3_000;

/**
 * Fixes in an area, by their index. Of those that lie close together one stands for all, so that the line under
 * them stays seen.
 *
 * @param apart least distance of two that follow each other, degrees of longitude on the map.
 */
export function pointFeatures(track: Track, area: Bounds, apart: number): FeatureCollection {
  const shown: Feature[] = [];
  let x = Number.NaN;
  let y = Number.NaN;
  for (let at = 0; at < track.length && shown.length < MOST_POINTS; at += 1) {
    const lat = track.lat[at] ?? 0;
    if (lat < area.south || lat > area.north) continue;
    // The view may lie on another copy of the world.
    const lng = nearestLng(track.lng[at] ?? 0, (area.west + area.east) / 2);
    if (lng < area.west || lng > area.east) continue;
    const height = mercatorY(lat) * 360;
    if (Math.hypot(lng - x, height - y) < apart) continue;
    x = lng;
    y = height;
    shown.push(pointFeature(track, at, { index: at }));
  }
  return collect(shown);
}

function pointFeature(track: Track, at: number, properties: Record<string, string | number>): Feature {
  return {
    type: 'Feature',
    id: at,
    properties,
    geometry: { type: 'Point', coordinates: [track.lng[at] ?? 0, track.lat[at] ?? 0] },
  };
}

/** The marker at its place. Only what moves has a nose; the icon keeps the way it last went. */
export function cursorFeature(place: Place, icon: ReplayIcon, status: ReplayStatus): Feature {
  const custom = icon.iconType === 'CUSTOM';
  const name = iconOf(icon.iconUrl);
  const { course } = place;
  const nose = status === 'RUNNING' && course !== null;
  return {
    type: 'Feature',
    properties: {
      body: imageSubject(custom ? ['blank'] : ['body', status, nose]),
      course: nose ? course : 0,
      glyph: imageSubject(custom ? ['picture', icon.iconUrl, status] : ['glyph', name, status]),
      turn: !custom && GLYPHS[name].turns ? (course ?? 0) : 0,
    },
    geometry: { type: 'Point', coordinates: [place.lng, place.lat] },
  };
}
