import type { Position } from '../fences/fence-shape.ts';
import { greatCircleDistance } from './great-circle.ts';
import { mercatorY, nearestLng } from './web-mercator.ts';

export interface DistanceMarker {
  readonly coordinates: Position;
  /** Metres from the start, a whole number of spacings. */
  readonly metres: number;
  /** Which mark it is, from 1. */
  readonly index: number;
}

/** So many marks are made at most: a line that is longer has them farther apart, by a whole number of spacings. */
const MAX_MARKERS = 5000;

/**
 * The places along a line that are a whole number of spacings (metres) from its start, each of them on the line as a map draws it:
 * straight in the Mercator projection, so that latitude grows evenly with the way (a rhumb line). Legs are as long as their great circle.
 */
export function distanceMarkersAlong(line: readonly Position[], spacing: number): DistanceMarker[] {
  if (!(spacing > 0)) return [];
  const segments = line.slice(1).map((to, index) => {
    const from = line[index] ?? to;
    return { from, to, length: lengthOf(from, to) };
  });
  const totalLength = segments.reduce((sum, { length }) => sum + length, 0);
  const step = spacing * Math.max(1, Math.ceil(totalLength / spacing / MAX_MARKERS));
  const markers: DistanceMarker[] = [];
  let before = 0;
  for (const { from, to, length } of segments) {
    // A mark at the very end of a leg belongs to it, so that the end of the line can have one.
    for (let metres = step * (markers.length + 1); metres <= before + length; metres += step)
      markers.push({
        coordinates: interpolateOnSegment(from, to, (metres - before) / length),
        metres,
        index: Math.round(metres / spacing),
      });
    before += length;
  }
  return markers;
}

/**
 * From which zoom on a mark is seen: all from 12 on, and below it every second, fourth, eighth, so that they are as far apart on
 * the screen at each zoom.
 */
export function markerMinZoom(index: number): number {
  let zoom = ALL_MARKERS_ZOOM;
  for (let rest = index; rest > 0 && rest % 2 === 0 && zoom > 0; rest /= 2) zoom -= 1;
  return zoom;
}

/** The specification's zoom of the distance markers. */
export const ALL_MARKERS_ZOOM = 12;

function interpolateOnSegment(from: Position, to: Position, fraction: number): Position {
  const lat = from[1] + (to[1] - from[1]) * fraction;
  const rise = mercatorY(to[1]) - mercatorY(from[1]);
  // Along a parallel the way is even in longitude.
  const across = Math.abs(rise) < 1e-12 ? fraction : (mercatorY(lat) - mercatorY(from[1])) / rise;
  return [from[0] + (nearestLng(to[0], from[0]) - from[0]) * across, lat];
}

function lengthOf(from: Position, to: Position): number {
  return greatCircleDistance(
    { latitude: from[1], longitude: from[0] },
    { latitude: to[1], longitude: to[0] },
  );
}
