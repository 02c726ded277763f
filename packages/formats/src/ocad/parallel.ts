/** Corners that would be longer than this many times the distance are cut off. */
const MITER_LIMIT = 4;

/** A line at a distance: positive to the left of its direction. Points are `x0 y0 x1 y1 ...` without repetitions. */
export function parallel(points: readonly number[], distance: number, closed: boolean): readonly number[] {
  const count = points.length / 2;
  if (count < 2 || distance === 0) return points;
  const segments = Array.from({ length: count - 1 }, (_, index) => direction(points, index));
  const result: number[] = [];
  for (let index = 0; index < count; index++) {
    const before = segments[index - 1] ?? (closed ? segments.at(-1) : undefined) ?? segments[0];
    const after = segments[index] ?? (closed ? segments[0] : undefined) ?? segments.at(-1);
    if (before === undefined || after === undefined) continue;
    const [x = 0, y = 0] = [points[2 * index], points[2 * index + 1]];
    pushCorner(result, [x, y], before, after, distance);
  }
  return result;
}

type Vector = readonly [number, number];

function direction(points: readonly number[], segment: number): Vector {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = points.slice(2 * segment, 2 * segment + 4);
  const length = Math.hypot(x1 - x0, y1 - y0) || 1;
  return [(x1 - x0) / length, (y1 - y0) / length];
}

function pushCorner(result: number[], [x, y]: Vector, before: Vector, after: Vector, distance: number): void {
  // Normals to the left.
  const [ax, ay] = [-before[1], before[0]];
  const [bx, by] = [-after[1], after[0]];
  const cosine = 1 + ax * bx + ay * by;
  const scale = distance / cosine;
  const isOutside = (before[0] * after[1] - before[1] * after[0]) * distance < 0;
  if (cosine > 2 / MITER_LIMIT ** 2 || !isOutside) {
    const limited = cosine > 2 / MITER_LIMIT ** 2 ? scale : distance / 2;
    result.push(x + (ax + bx) * limited, y + (ay + by) * limited);
  } else result.push(x + ax * distance, y + ay * distance, x + bx * distance, y + by * distance);
}
