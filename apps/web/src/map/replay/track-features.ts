import { mercatorY, nearestLng } from '@wakeline/domain/geo/web-mercator';
import type { Stay } from '@wakeline/domain/tracks/stays';
import type { Track } from '@wakeline/domain/tracks/track';
import type { Feature, FeatureCollection } from 'geojson';
import type { Bounds } from '../map-view.ts';
import { type DrawnPart, lineFeature, type PieceFixes } from './drawn-pieces.ts';
import type { ShownTrack } from './shown-track.ts';

const collect = (features: Feature[]): FeatureCollection => ({ type: 'FeatureCollection', features });

export function gapFeatures(tracks: readonly ShownTrack[]): FeatureCollection {
  return collect(
    tracks.flatMap(({ line, color }) =>
      line.gaps.map((gap) => ({
        type: 'Feature' as const,
        properties: color ? { color } : {},
        geometry: { type: 'LineString' as const, coordinates: gap.line },
      })),
    ),
  );
}

export function partFeatures(parts: readonly DrawnPart[]): FeatureCollection {
  return collect(parts.map(lineFeature));
}

/** Flags at the first and the last fix of each. */
export function endFeatures(tracks: readonly ShownTrack[]): FeatureCollection {
  return collect(
    tracks.flatMap(({ track }) => [
      pointFeature(track, 0, { end: 'start' }),
      pointFeature(track, track.length - 1, { end: 'end' }),
    ]),
  );
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
 * Fixes in an area. Of those that lie close together one stands for all, so that the line under them stays seen.
 *
 * @param pieces in which they are looked for.
 * @param apart least distance of two that follow each other, degrees of longitude on the map.
 */
export function pointFeatures(pieces: readonly PieceFixes[], area: Bounds, apart: number): FeatureCollection {
  const shown: Feature[] = [];
  let x = Number.NaN;
  let y = Number.NaN;
  for (const { shown: one, from, to } of pieces)
    for (let at = from; at <= to && shown.length < MOST_POINTS; at += 1) {
      const lat = one.track.lat[at] ?? 0;
      if (lat < area.south || lat > area.north) continue;
      // The view may lie on another copy of the world.
      const lng = nearestLng(one.track.lng[at] ?? 0, (area.west + area.east) / 2);
      if (lng < area.west || lng > area.east) continue;
      const height = mercatorY(lat) * 360;
      if (Math.hypot(lng - x, height - y) < apart) continue;
      x = lng;
      y = height;
      shown.push(pointFeature(one.track, at, one.color ? { color: one.color } : {}));
    }
  return collect(shown);
}

function pointFeature(track: Track, at: number, properties: Record<string, string>): Feature {
  return {
    type: 'Feature',
    properties,
    geometry: { type: 'Point', coordinates: [track.lng[at] ?? 0, track.lat[at] ?? 0] },
  };
}
