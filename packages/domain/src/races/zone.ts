import { LocalPlane } from './local-plane.ts';
import type { RacePoint } from './race-course.ts';
import { crossesLine, entersCircle, leavesCircle, nearestFraction } from './segment-geometry.ts';

/** The detection of a point in the plane around its position. Segments are four numbers: from (ax, ay) to (bx, by). */
export interface Zone {
  readonly plane: LocalPlane;
  /** Metres from the position of the point to the part of the zone that is furthest away. */
  readonly extent: number;
  /** Metres from the center of the circle, or from the line. */
  readonly distance: (x: number, y: number) => number;
  /** The distance at which the zone ends: the radius of the circle, 0 for a line. */
  readonly edge: number;
  /** The fraction of a segment where it enters the circle or crosses the line; null if it does not. */
  readonly entry: (ax: number, ay: number, bx: number, by: number) => number | null;
  /** The fraction of a segment where it leaves the circle or crosses the line: a start. */
  readonly exit: (ax: number, ay: number, bx: number, by: number) => number | null;
  /** The fraction of a segment that is nearest to the center or the line. */
  readonly nearest: (ax: number, ay: number, bx: number, by: number) => number;
}

export function createZone({ position, detection }: Pick<RacePoint, 'position' | 'detection'>): Zone {
  const plane = new LocalPlane(position);
  if (detection.kind === 'circle') return circleZone(plane, detection.radius);
  const [[plng, plat], [qlng, qlat]] = detection.ends;
  return lineZone(plane, [plane.x(plng), plane.y(plat), plane.x(qlng), plane.y(qlat)]);
}

function circleZone(plane: LocalPlane, radius: number): Zone {
  return {
    plane,
    extent: radius,
    distance: (x, y) => Math.sqrt(x * x + y * y),
    edge: radius,
    entry: (ax, ay, bx, by) => entersCircle(ax, ay, bx, by, radius),
    exit: (ax, ay, bx, by) => leavesCircle(ax, ay, bx, by, radius),
    nearest: (ax, ay, bx, by) => nearestFraction(ax, ay, bx, by, 0, 0),
  };
}

function lineZone(plane: LocalPlane, line: readonly [px: number, py: number, qx: number, qy: number]): Zone {
  const [px, py, qx, qy] = line;
  const distance = (x: number, y: number) => {
    const along = nearestFraction(px, py, qx, qy, x, y);
    const [dx, dy] = [px + along * (qx - px) - x, py + along * (qy - py) - y];
    return Math.sqrt(dx * dx + dy * dy);
  };
  const crossing = (ax: number, ay: number, bx: number, by: number) => crossesLine(ax, ay, bx, by, line);
  return {
    plane,
    extent: Math.max(Math.hypot(px, py), Math.hypot(qx, qy)),
    distance,
    edge: 0,
    entry: crossing,
    exit: crossing,
    nearest(ax, ay, bx, by) {
      const crossed = crossing(ax, ay, bx, by);
      if (crossed !== null) return crossed;
      // Otherwise it is one of the segment's ends, or next to an end of the line.
      let [nearest, shortest] = [0, distance(ax, ay)];
      for (const fraction of [
        1,
        nearestFraction(ax, ay, bx, by, px, py),
        nearestFraction(ax, ay, bx, by, qx, qy),
      ]) {
        const metres = distance(ax + fraction * (bx - ax), ay + fraction * (by - ay));
        if (metres < shortest) [nearest, shortest] = [fraction, metres];
      }
      return nearest;
    },
  };
}
