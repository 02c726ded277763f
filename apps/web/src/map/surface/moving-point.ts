import type { MapPoint } from './map-point.ts';

/** A position that moves once from one point to another, slower towards the end; then it rests. */
export interface MovingPoint {
  readonly from: MapPoint;
  readonly to: MapPoint;
  /** Milliseconds of the page's clock. */
  readonly start: number;
  /** Milliseconds; 0: it rests. */
  readonly duration: number;
}

export function restAt(point: MapPoint): MovingPoint {
  return { from: point, to: point, start: 0, duration: 0 };
}

/** A move to a point, the short way around the earth. */
export function moveTo(from: MapPoint, to: MapPoint, start: number, duration: number): MovingPoint {
  return { from: { x: from.x + Math.round(to.x - from.x), y: from.y }, to, start, duration };
}

export function isMoving({ start, duration }: MovingPoint, now: number): boolean {
  return now < start + duration;
}

/** The position at a time of the page's clock. The shaders compute the same (`MOTION` in `shaders.ts`). */
export function pointAt({ from, to, start, duration }: MovingPoint, now: number): MapPoint {
  if (now >= start + duration) return to;
  const rest = 1 - Math.max(0, (now - start) / duration);
  const share = 1 - rest * rest;
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}
