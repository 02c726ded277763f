import type { Position } from '@wakeline/domain/fences/fence-shape';
import { wrapLng } from '@wakeline/domain/geo/web-mercator';
import { destinationPoint } from '../draw/circle-ring.ts';

/** Maximum distance of the ring's chords from the circle: metres, and share of the radius. */
const MAX_CHORD_ERROR = { metres: 0.25, share: 1 / 4_000 };
const VERTEX_COUNT = { min: 48, max: 360 };

/** The number of vertices for a polygon that looks like a circle of that radius at every zoom. */
export function countCircleVertices(radius: number): number {
  const maxError = Math.max(MAX_CHORD_ERROR.metres, radius * MAX_CHORD_ERROR.share);
  // The chord of a ring with n vertices lies up to r (1 - cos(pi / n)) inside the circle.
  const needed = maxError >= radius ? 0 : Math.ceil(Math.PI / Math.acos(1 - maxError / radius));
  // Makes north, east, south and west vertices.
  return Math.min(VERTEX_COUNT.max, Math.max(VERTEX_COUNT.min, Math.ceil(needed / 4) * 4));
}

/**
 * A circle on the ground as a ring that is not closed, clockwise from its north. Longitudes may exceed 180 degrees; a
 * ring around a pole continues along the edge of the map.
 */
export function circleArea(center: Position, radius: number): Position[] {
  const count = countCircleVertices(radius);
  const ring: Position[] = [];
  let before = center[0];
  for (let index = 0; index < count; index += 1) {
    const [lng, lat] = destinationPoint(center, radius, (index * 360) / count);
    // The equivalent longitude nearest to the previous vertex.
    before += wrapLng(lng - before);
    ring.push([before, lat]);
  }
  const [first, last] = [ring[0], ring.at(-1)];
  if (first === undefined || last === undefined) return ring;
  // Around a pole, the last vertex is a full rotation away from the first.
  const lngChange = last[0] - first[0];
  if (Math.abs(lngChange) < 180) return ring;
  const pole = center[1] > 0 ? 90 : -90;
  const fullTurn = first[0] + 360 * Math.sign(lngChange);
  return [...ring, [fullTurn, first[1]], [fullTurn, pole], [first[0], pole]];
}
