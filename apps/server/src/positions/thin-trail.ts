import { wrapLng } from '@wakeline/domain/geo/web-mercator';

interface LngLat {
  readonly lng: number;
  readonly lat: number;
}

/**
 * Reduces a line to at most `limit` points in their order, spread evenly: the first, the last, and from each bucket
 * of neighbours the one with the largest triangle, formed with the previously selected point and the average of the
 * next bucket. (Largest triangle three buckets: S. Steinarsson, Downsampling Time Series for Visual Representation,
 * 2013, section 4.2; here over coordinates instead of time.)
 *
 * @param limit at least 3
 */
export function thinTrail<Point extends LngLat>(points: readonly Point[], limit: number): readonly Point[] {
  const first = points[0];
  const last = points.at(-1);
  if (points.length <= limit || first === undefined || last === undefined) return points;
  const buckets = limit - 2;
  const inner = points.length - 2;
  const bucketStart = (bucket: number) => 1 + Math.floor((bucket * inner) / buckets);
  const selected = [first];
  let previous = first;
  for (let bucket = 0; bucket < buckets; bucket += 1) {
    const nextAverage =
      bucket + 1 === buckets ? last : averageOf(points, bucketStart(bucket + 1), bucketStart(bucket + 2));
    previous = selectLargest(points, bucketStart(bucket), bucketStart(bucket + 1), (point) =>
      triangleArea(previous, point, nextAverage),
    );
    selected.push(previous);
  }
  selected.push(last);
  return selected;
}

/** The point from `from` to before `to` with the largest area; the first of several. */
function selectLargest<Point extends LngLat>(
  points: readonly Point[],
  from: number,
  to: number,
  areaOf: (point: Point) => number,
): Point {
  let best = points[from] as Point;
  let maxArea = -1;
  for (const point of points.slice(from, to)) {
    const area = areaOf(point);
    if (area <= maxArea) continue;
    maxArea = area;
    best = point;
  }
  return best;
}

function averageOf(points: readonly LngLat[], from: number, to: number): LngLat {
  const bucket = points.slice(from, to);
  const reference = bucket[0]?.lng ?? 0;
  let lng = 0;
  let lat = 0;
  for (const point of bucket) {
    lng += wrapLng(point.lng - reference);
    lat += point.lat;
  }
  return { lng: reference + lng / bucket.length, lat: lat / bucket.length };
}

/** Twice the area of the triangle, in square degrees of latitude: a degree of longitude is shorter by cos(latitude). */
function triangleArea(a: LngLat, b: LngLat, c: LngLat): number {
  const cosLatitude = Math.cos((b.lat * Math.PI) / 180);
  const ab = { x: wrapLng(b.lng - a.lng) * cosLatitude, y: b.lat - a.lat };
  const ac = { x: wrapLng(c.lng - a.lng) * cosLatitude, y: c.lat - a.lat };
  return Math.abs(ab.x * ac.y - ac.x * ab.y);
}
