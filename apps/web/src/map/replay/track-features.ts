import { mercatorY, nearestLng } from '@wakeline/domain/geo/web-mercator';
import type { Stay } from '@wakeline/domain/tracks/stays';
import type { Track } from '@wakeline/domain/tracks/track';
import type { Feature, FeatureCollection } from 'geojson';
import type { Bounds } from '../map-view.ts';
import { lineFeature, type PartialLine, type SegmentFixes } from './drawn-segments.ts';
import type { VisibleTrack } from './visible-track.ts';

const toCollection = (features: Feature[]): FeatureCollection => ({ type: 'FeatureCollection', features });

export function gapFeatures(tracks: readonly VisibleTrack[]): FeatureCollection {
  return toCollection(
    tracks.flatMap(({ line, color }) =>
      line.gaps.map((gap) => ({
        type: 'Feature' as const,
        properties: color ? { color } : {},
        geometry: { type: 'LineString' as const, coordinates: gap.line },
      })),
    ),
  );
}

export function partialLineFeatures(lines: readonly PartialLine[]): FeatureCollection {
  return toCollection(lines.map(lineFeature));
}

/** Flags at the first and last fix of each track. */
export function endFeatures(tracks: readonly VisibleTrack[]): FeatureCollection {
  return toCollection(
    tracks.flatMap(({ track }) => [
      pointFeature(track, 0, { end: 'start' }),
      pointFeature(track, track.length - 1, { end: 'end' }),
    ]),
  );
}

export function stayFeatures(stays: readonly Stay[]): FeatureCollection {
  return toCollection(
    stays.map(({ lng, lat, startTime, endTime }) => ({
      type: 'Feature',
      properties: { ms: endTime - startTime },
      geometry: { type: 'Point', coordinates: [lng, lat] },
    })),
  );
}

/** Maximum number of points. */
const MAX_POINTS = 3_000;

/**
 * Fixes in an area. Fixes that are close together are reduced to one, so that the line below stays visible.
 *
 * @param segments the segments to search
 * @param minDistance minimum distance between consecutive points, degrees of longitude on the map
 */
export function pointFeatures(
  segments: readonly SegmentFixes[],
  bounds: Bounds,
  minDistance: number,
): FeatureCollection {
  const features: Feature[] = [];
  let x = Number.NaN;
  let y = Number.NaN;
  for (const { visibleTrack, from, to } of segments)
    for (let at = from; at <= to && features.length < MAX_POINTS; at += 1) {
      const lat = visibleTrack.track.lat[at] ?? 0;
      if (lat < bounds.south || lat > bounds.north) continue;
      // The view may be on another copy of the world.
      const lng = nearestLng(visibleTrack.track.lng[at] ?? 0, (bounds.west + bounds.east) / 2);
      if (lng < bounds.west || lng > bounds.east) continue;
      const height = mercatorY(lat) * 360;
      if (Math.hypot(lng - x, height - y) < minDistance) continue;
      x = lng;
      y = height;
      features.push(
        pointFeature(visibleTrack.track, at, visibleTrack.color ? { color: visibleTrack.color } : {}),
      );
    }
  return toCollection(features);
}

function pointFeature(track: Track, at: number, properties: Record<string, string>): Feature {
  return {
    type: 'Feature',
    properties,
    geometry: { type: 'Point', coordinates: [track.lng[at] ?? 0, track.lat[at] ?? 0] },
  };
}
