import type { Position } from '@wakeline/domain/fences/fence-shape';
import { wrapLng } from '@wakeline/domain/geo/web-mercator';
import { placeAt } from '../draw/circle-ring.ts';

/** The chords of the ring lie no further inside of the circle than this: metres, and share of the radius. */
const LARGEST_DIP = { metres: 0.25, share: 1 / 4_000 };
const CORNERS = { least: 48, most: 360 };

/** How many corners make a polygon that looks like a circle of that radius at every zoom. */
export function cornersOfCircle(radius: number): number {
  const dip = Math.max(LARGEST_DIP.metres, radius * LARGEST_DIP.share);
  // A chord of n corners lies r (1 - cos(pi / n)) inside of the circle.
  const needed = dip >= radius ? 0 : Math.ceil(Math.PI / Math.acos(1 - dip / radius));
  // North, east, south and west are corners.
  return Math.min(CORNERS.most, Math.max(CORNERS.least, Math.ceil(needed / 4) * 4));
}

/**
 * A circle on the ground as a ring that is not closed, from its north clockwise. Longitudes go on beyond 180 degrees; a ring
 * round a pole is brought along the edge of the map to its end.
 */
export function circleArea(center: Position, radius: number): Position[] {
  const count = cornersOfCircle(radius);
  const ring: Position[] = [];
  let before = center[0];
  for (let index = 0; index < count; index += 1) {
    const [lng, lat] = placeAt(center, radius, (index * 360) / count);
    // The nearest of the longitudes that mean the same to the corner before.
    before += wrapLng(lng - before);
    ring.push([before, lat]);
  }
  const [first, last] = [ring[0], ring.at(-1)];
  if (first === undefined || last === undefined) return ring;
  // Round a pole the last corner is a whole turn from the first.
  const turn = last[0] - first[0];
  if (Math.abs(turn) < 180) return ring;
  const pole = center[1] > 0 ? 90 : -90;
  const whole = first[0] + 360 * Math.sign(turn);
  return [...ring, [whole, first[1]], [whole, pole], [first[0], pole]];
}
