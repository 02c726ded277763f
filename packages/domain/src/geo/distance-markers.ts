import type { Position } from '../fences/fence-shape.ts';
import { greatCircleDistance } from './great-circle.ts';
import { mercatorY, nearestLng } from './web-mercator.ts';

export interface DistanceMarker {
  readonly coordinates: Position;
  /** Metres from the start, a multiple of the spacing. */
  readonly metres: number;
  /** Number of the marker, from 1. */
  readonly index: number;
}

/** Maximum number of markers: a longer line gets a larger spacing, a multiple of the requested one. */
const MAX_MARKERS = 5000;

/**
 * The positions along a line at multiples of `spacing` (metres) from its start. They are on the line as the map draws it:
 * straight in the Mercator projection, so latitude is proportional to the distance (a rhumb line). Segments have their
 * great-circle length.
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
    // A marker at the end of a segment belongs to it, so that the end of the line can have one.
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
 * The zoom from which a marker is visible: all from 12 on, below that every second, fourth, eighth, so that their distance on the
 * screen stays the same at each zoom.
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
  // Along a parallel the distance is proportional to longitude.
  const across = Math.abs(rise) < 1e-12 ? fraction : (mercatorY(lat) - mercatorY(from[1])) / rise;
  return [from[0] + (nearestLng(to[0], from[0]) - from[0]) * across, lat];
}

function lengthOf(from: Position, to: Position): number {
  return greatCircleDistance(
    { latitude: from[1], longitude: from[0] },
    { latitude: to[1], longitude: to[0] },
  );
}
