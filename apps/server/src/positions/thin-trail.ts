import { wrapLng } from '@wakeline/domain/geo/web-mercator';

interface Placed {
  readonly lng: number;
  readonly lat: number;
}

/**
 * At most `limit` of the points of a way, in their order, spread evenly over them: the first, the last, and of each run of
 * neighbours the one at which the way turns most, which is the corner of the largest triangle with the point kept before it and the
 * middle of the run behind it (largest triangle three buckets: S. Steinarsson, Downsampling Time Series for Visual
 * Representation, 2013, section 4.2; here over the ground instead of over time).
 *
 * @param limit at least 3
 */
export function thinTrail<Point extends Placed>(points: readonly Point[], limit: number): readonly Point[] {
  const first = points[0];
  const last = points.at(-1);
  if (points.length <= limit || first === undefined || last === undefined) return points;
  const runs = limit - 2;
  const inner = points.length - 2;
  const startOf = (run: number) => 1 + Math.floor((run * inner) / runs);
  const kept = [first];
  let before = first;
  for (let run = 0; run < runs; run += 1) {
    const behind = run + 1 === runs ? last : middle(points, startOf(run + 1), startOf(run + 2));
    before = sharpest(points, startOf(run), startOf(run + 1), (point) => triangle(before, point, behind));
    kept.push(before);
  }
  kept.push(last);
  return kept;
}

/** The point from `from` to before `to` that is worth most; the first of several. */
function sharpest<Point extends Placed>(
  points: readonly Point[],
  from: number,
  to: number,
  worth: (point: Point) => number,
): Point {
  let best = points[from] as Point;
  let most = -1;
  for (const point of points.slice(from, to)) {
    const here = worth(point);
    if (here <= most) continue;
    most = here;
    best = point;
  }
  return best;
}

function middle(points: readonly Placed[], from: number, to: number): Placed {
  const run = points.slice(from, to);
  const reference = run[0]?.lng ?? 0;
  let lng = 0;
  let lat = 0;
  for (const point of run) {
    lng += wrapLng(point.lng - reference);
    lat += point.lat;
  }
  return { lng: reference + lng / run.length, lat: lat / run.length };
}

/** Twice the area between three places, in square degrees of latitude: a degree of longitude is shorter by cos(latitude). */
function triangle(a: Placed, b: Placed, c: Placed): number {
  const shrink = Math.cos((b.lat * Math.PI) / 180);
  const ab = { x: wrapLng(b.lng - a.lng) * shrink, y: b.lat - a.lat };
  const ac = { x: wrapLng(c.lng - a.lng) * shrink, y: c.lat - a.lat };
  return Math.abs(ab.x * ac.y - ac.x * ab.y);
}
