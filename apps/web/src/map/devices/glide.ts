import type { MapPoint } from '../surface/map-point.ts';

/** Animations stay below 200 ms, so the marker reaches the newest fix before the next one can arrive. */
export const GLIDE_MS = 180;
/** The specification's spider animation: markers spread out of a cluster and back. */
export const SPREAD_MS = 200;
/** Pixels: shorter moves are invisible, longer ones are jumps. */
const MIN_GLIDE_PIXELS = 1;
const MAX_GLIDE_PIXELS = 400;

/** Whether a move is animated at this zoom. */
export function isWorthGliding(from: MapPoint, to: MapPoint, zoom: number): boolean {
  const x = to.x - from.x;
  const pixels = Math.hypot(x - Math.round(x), to.y - from.y) * 512 * 2 ** zoom;
  return pixels >= MIN_GLIDE_PIXELS && pixels <= MAX_GLIDE_PIXELS;
}
