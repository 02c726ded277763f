import type { TrailPoint } from '@wakeline/contract/shares';
import { greatCircleDistance } from '@wakeline/domain/geo/great-circle';
import { gapThreshold, isGap } from '@wakeline/domain/tracks/track';
import type { LngLat } from '../map-view.ts';
import type { MapPoint } from '../surface/map-point.ts';
import type { LineVertices } from '../surface/thin-line.ts';

/** Opacity of a trail by age, from the newest to the oldest. */
const OPACITIES = [1, 0.8, 0.62, 0.45, 0.3, 0.16] as const;

export interface TrailLineOptions {
  /** Epoch milliseconds; anything older than `minutes` before is not drawn. */
  readonly now: number;
  readonly minutes: number;
  readonly toMapPoint: (lngLat: LngLat) => MapPoint;
}

/**
 * A trail as a line that fades towards the old end. That end is cut at the exact time, gaps have no line, and x
 * continues across the antimeridian.
 */
export function trailLine(points: readonly TrailPoint[], options: TrailLineOptions): LineVertices {
  const { now, minutes } = options;
  const span = minutes * 60_000;
  const oldest = now - span;
  const gapAfter = gapThreshold(Float64Array.from(points, ({ time }) => time));
  const x: number[] = [];
  const y: number[] = [];
  const joined: number[] = [];
  const opacity: number[] = [];
  let last: MapPoint | null = null;

  function add(point: MapPoint): void {
    x.push(point.x);
    y.push(point.y);
    joined.push(0);
    opacity.push(0);
  }

  for (const [at, point] of points.entries()) {
    const before = points[at - 1];
    const end = continueFrom(last, options.toMapPoint(point));
    const start = last;
    last = end;
    if (before === undefined || start === null || point.time <= oldest) continue;
    if (isGap(point.time - before.time, distanceMetres(before, point), gapAfter)) continue;
    const from =
      before.time < oldest
        ? interpolate(start, end, (oldest - before.time) / (point.time - before.time))
        : start;
    if (x.at(-1) !== from.x || y.at(-1) !== from.y) add(from);
    joined[joined.length - 1] = 1;
    opacity[opacity.length - 1] = opacityAt((now - point.time) / span);
    add(end);
  }
  return { length: x.length, x, y, joined, opacity };
}

/** @param age share of the length of the trail */
function opacityAt(age: number): number {
  const band = Math.min(OPACITIES.length - 1, Math.max(0, Math.floor(age * OPACITIES.length)));
  return OPACITIES[band] ?? 0;
}

/** The copy of a point nearest to the one before. */
function continueFrom(before: MapPoint | null, { x, y }: MapPoint): MapPoint {
  return before === null ? { x, y } : { x: x + Math.round(before.x - x), y };
}

function interpolate(from: MapPoint, to: MapPoint, share: number): MapPoint {
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}

function distanceMetres(a: TrailPoint, b: TrailPoint): number {
  return greatCircleDistance({ latitude: a.lat, longitude: a.lng }, { latitude: b.lat, longitude: b.lng });
}
