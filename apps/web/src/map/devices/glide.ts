import { interpolateOnMap, mercatorX, mercatorY, wrapLng } from '@wakeline/domain/geo/web-mercator';
import type { LngLat } from '../map-view.ts';

/** Animations stay below 200 ms, so the marker reaches the newest fix before the next one can arrive. */
export const GLIDE_MS = 180;
/** The specification's spider animation: markers spread out of a cluster and back. */
export const SPREAD_MS = 200;
/** Pixels: shorter moves are invisible, longer ones are jumps. */
const MIN_GLIDE_PIXELS = 1;
const MAX_GLIDE_PIXELS = 400;

/** The animation of a marker from its drawn position to its newest fix. */
export interface Glide {
  readonly from: LngLat;
  readonly to: LngLat;
  /** Milliseconds of the page's clock. */
  readonly start: number;
  /** Milliseconds. */
  readonly duration: number;
}

/** Whether a move is animated at this zoom. */
export function isWorthGliding(from: LngLat, to: LngLat, zoom: number): boolean {
  const x = mercatorX(wrapLng(to.lng - from.lng)) - 0.5;
  const y = mercatorY(to.lat) - mercatorY(from.lat);
  const pixels = Math.hypot(x, y) * 512 * 2 ** zoom;
  return pixels >= MIN_GLIDE_PIXELS && pixels <= MAX_GLIDE_PIXELS;
}

/** The drawn position at `now` (ease-out). */
export function glideAt({ from, to, start, duration }: Glide, now: number): LngLat {
  const progress = Math.min(1, Math.max(0, (now - start) / duration));
  return interpolateOnMap(from, to, 1 - (1 - progress) * (1 - progress));
}

export function isFinished({ start, duration }: Glide, now: number): boolean {
  return now - start >= duration;
}
