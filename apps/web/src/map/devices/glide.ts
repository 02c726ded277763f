import { interpolateOnMap, mercatorX, mercatorY, wrapLng } from '@wakeline/domain/geo/web-mercator';
import type { LngLat } from '../map-view.ts';

/** Motion stays under 200 ms; the marker is at the newest fix before the next one can come. */
export const GLIDE_MS = 180;
/** The specification's spider animation: markers that spread out of a cluster, and go back. */
export const SPREAD_MS = 200;
/** Shorter ways are not seen, longer ones are jumps: pixels. */
const MIN_GLIDE_PIXELS = 1;
const MAX_GLIDE_PIXELS = 400;

/** A marker on its way from where it was drawn to its newest fix. */
export interface Glide {
  readonly from: LngLat;
  readonly to: LngLat;
  /** Milliseconds of the page's clock. */
  readonly start: number;
  /** How long it takes, milliseconds. */
  readonly duration: number;
}

/** Whether the way is worth gliding at this zoom. */
export function isWorthGliding(from: LngLat, to: LngLat, zoom: number): boolean {
  const x = mercatorX(wrapLng(to.lng - from.lng)) - 0.5;
  const y = mercatorY(to.lat) - mercatorY(from.lat);
  const pixels = Math.hypot(x, y) * 512 * 2 ** zoom;
  return pixels >= MIN_GLIDE_PIXELS && pixels <= MAX_GLIDE_PIXELS;
}

/** Where the marker is drawn at `now`: quick at first, slow at the end. */
export function glideAt({ from, to, start, duration }: Glide, now: number): LngLat {
  const share = Math.min(1, Math.max(0, (now - start) / duration));
  return interpolateOnMap(from, to, 1 - (1 - share) * (1 - share));
}

export function isFinished({ start, duration }: Glide, now: number): boolean {
  return now - start >= duration;
}
