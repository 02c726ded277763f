import type { Position } from '../fences/fence-shape.ts';
import { geodesicDistance } from '../geo/geodesic.ts';
import { nearestLng, wrapLng } from '../geo/web-mercator.ts';

/** A line without repeated positions, with the metres from its start to each position, on the ellipsoid. */
export interface MeasuredLine {
  /** Longitudes are continuous across the antimeridian. */
  readonly positions: readonly Position[];
  readonly distances: readonly number[];
  readonly length: number;
}

export function measureLine(line: readonly Position[]): MeasuredLine {
  const positions: Position[] = [];
  const distances: number[] = [];
  let length = 0;
  for (const [lng, lat] of line) {
    const last = positions.at(-1);
    const position: Position = [last === undefined ? lng : nearestLng(lng, last[0]), lat];
    if (last !== undefined) {
      const step = geodesicDistance(last, position);
      if (step === 0) continue;
      length += step;
    }
    positions.push(position);
    distances.push(length);
  }
  return { positions, distances, length };
}

/** The position at a distance from the start of a line, and the direction of the line there: east and north in degrees. */
export function positionAlong(
  { positions, distances }: MeasuredLine,
  metres: number,
): { readonly position: Position; readonly direction: readonly [east: number, north: number] } | null {
  const found = distances.findIndex((distance, index) => index > 0 && distance >= metres);
  const end = found === -1 ? distances.length - 1 : found;
  const [from, to] = [positions[end - 1], positions[end]];
  if (from === undefined || to === undefined) return null;
  const [before = 0, after = 0] = [distances[end - 1], distances[end]];
  const fraction = (metres - before) / (after - before);
  const [east, north] = [to[0] - from[0], to[1] - from[1]];
  return {
    position: [wrapLng(from[0] + fraction * east), from[1] + fraction * north],
    direction: [east, north],
  };
}
