import type { Position } from '@wakeline/domain/fences/fence-shape';
import { wrapLng } from '@wakeline/domain/geo/web-mercator';
import { destinationPoint } from '../draw/circle-ring.ts';

/** The chords of the ring lie no further inside of the circle than this: metres, and share of the radius. */
const MAX_CHORD_ERROR = { metres: 0.25, share: 1 / 4_000 };
const VERTEX_COUNT = { min: 48, max: 360 };

/** How many corners make a polygon that looks like a circle of that radius at every zoom. */
export function countCircleVertices(radius: number): number {
  const maxError = Math.max(MAX_CHORD_ERROR.metres, radius * MAX_CHORD_ERROR.share);
  // A chord of n corners lies r (1 - cos(pi / n)) inside of the circle.
  const needed = maxError >= radius ? 0 : Math.ceil(Math.PI / Math.acos(1 - maxError / radius));
  // North, east, south and west are corners.
  return Math.min(VERTEX_COUNT.max, Math.max(VERTEX_COUNT.min, Math.ceil(needed / 4) * 4));
}

/**
 * A circle on the ground as a ring that is not closed, from its north clockwise. Longitudes go on beyond 180 degrees; a ring
 * round a pole is brought along the edge of the map to its end.
 */
export function circleArea(center: Position, radius: number): Position[] {
  const count = countCircleVertices(radius);
  const ring: Position[] = [];
  let before = center[0];
  for (let index = 0; index < count; index += 1) {
    const [lng, lat] = destinationPoint(center, radius, (index * 360) / count);
    // The nearest of the longitudes that mean the same to the corner before.
    before += wrapLng(lng - before);
    ring.push([before, lat]);
  }
  const [first, last] = [ring[0], ring.at(-1)];
  if (first === undefined || last === undefined) return ring;
  // Round a pole the last corner is a whole turn from the first.
  const lngTurn = last[0] - first[0];
  if (Math.abs(lngTurn) < 180) return ring;
  const pole = center[1] > 0 ? 90 : -90;
  const fullTurn = first[0] + 360 * Math.sign(lngTurn);
  return [...ring, [fullTurn, first[1]], [fullTurn, pole], [first[0], pole]];
}
