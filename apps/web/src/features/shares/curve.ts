import type { TrailPoint } from '@wakeline/contract/shares';

export interface CurveFrame {
  /** Epoch milliseconds at the left and the right edge. */
  readonly from: number;
  readonly to: number;
  readonly width: number;
  readonly height: number;
  /** Values at the lower and the upper edge. */
  readonly low: number;
  readonly high: number;
}

/** Longer gaps in milliseconds break the line. */
const GAP_MS = 5 * 60_000;

/** The SVG path (SVG 2, section 9.3) of a value over time; it breaks at unknown values and at gaps. */
export function curvePath(
  points: readonly TrailPoint[],
  pick: (point: TrailPoint) => number | null,
  { from, to, width, height, low, high }: CurveFrame,
): string {
  let path = '';
  let previousTime: number | null = null;
  for (const point of points) {
    const value = pick(point);
    if (point.time < from || value === null) {
      previousTime = null;
      continue;
    }
    const x = ((point.time - from) / (to - from)) * width;
    const y = height - ((value - low) / (high - low)) * height;
    const isJoined = previousTime !== null && point.time - previousTime <= GAP_MS;
    path += `${isJoined ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`;
    // A single value is drawn as a dot by its round cap.
    if (!isJoined) path += 'h0';
    previousTime = point.time;
  }
  return path;
}

/** Minimum and maximum of the known values; null if there are none. */
export function extent(values: readonly (number | null)[]): readonly [low: number, high: number] | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : [Math.min(...known), Math.max(...known)];
}
