import type { Track } from '../tracks/track.ts';
import { TangentPlane } from './tangent-plane.ts';

/**
 * Metres of accuracy if the device reports none: a phone under an open sky (van Diggelen and Enge, The World's first GPS
 * MOOC and Worldwide Laboratory using Smartphones, ION GNSS+ 2015: 4.9 m).
 */
const DEFAULT_ACCURACY = 4.9;
/** Lower bound of a reported accuracy, which is only the device's own estimate. */
const MIN_ACCURACY = 1;
/** Radius that contains 68 % of the positions, in standard deviations of one direction: sqrt(-2 ln 0.32). */
const SIGMAS_IN_68_PERCENT = Math.sqrt(-2 * Math.log(0.32));
/** Median of the absolute value of a normal variable, in standard deviations. */
const SIGMAS_IN_MEDIAN = 0.6745;
/** Third differences of independent values have sqrt(1 + 9 + 9 + 1) times their standard deviation. */
const THIRD_DIFFERENCE_SIGMA = Math.sqrt(20);
/** Seconds between fixes above which third differences show movement instead of noise. */
const MAX_STEP_SECONDS = 3;
/** Number of differences sampled across the track. */
const MAX_SAMPLES = 4_000;
/** Metres: noise below this is invisible, and coordinates are written to a centimetre. */
const MIN_NOISE = 0.05;

/** Standard deviation of a position in one direction, in metres, from the reported accuracy (68 % radius; NaN: none reported). */
export function noiseFromAccuracy(accuracy: number): number {
  const radius = Number.isNaN(accuracy) ? DEFAULT_ACCURACY : Math.max(MIN_ACCURACY, accuracy);
  return radius / SIGMAS_IN_68_PERCENT;
}

/**
 * Estimates the noise of a track relative to its reported accuracies, 0 to 1. Receivers smooth their positions, and smoothing
 * them again would cut corners. The estimate uses third differences of positions at equal steps of a few seconds: movement
 * contributes almost nothing to them, so their median is that of the noise. 1 if the steps are longer, where no estimate is
 * possible.
 */
export function estimateNoiseScale(track: Track): number {
  const plane = new TangentPlane();
  const scales: number[] = [];
  const stride = Math.max(1, Math.floor(track.length / MAX_SAMPLES));
  for (let at = 3; at < track.length; at += stride) {
    if (!hasEvenSteps(track, at)) continue;
    plane.setOrigin(track.lng[at] ?? 0, track.lat[at] ?? 0);
    let x = 0;
    let y = 0;
    for (const [back, weight] of [3, -3, 1].entries()) {
      plane.project(track.lng[at - 1 - back] ?? 0, track.lat[at - 1 - back] ?? 0);
      x += weight * plane.x;
      y += weight * plane.y;
    }
    // Some devices repeat the same position while they are stationary.
    if (x === 0 && y === 0) continue;
    const expected = THIRD_DIFFERENCE_SIGMA * noiseFromAccuracy(track.accuracy[at] ?? Number.NaN);
    scales.push(Math.abs(x) / expected, Math.abs(y) / expected);
  }
  if (scales.length < 40) return 1;
  scales.sort((a, b) => a - b);
  const median = (scales[scales.length >> 1] ?? 0) / SIGMAS_IN_MEDIAN;
  return Math.min(1, Math.max(MIN_NOISE / noiseFromAccuracy(Number.NaN), median));
}

function hasEvenSteps({ time }: Track, at: number): boolean {
  const step = (time[at] ?? 0) - (time[at - 1] ?? 0);
  const isEven = (to: number) => Math.abs((time[to] ?? 0) - (time[to - 1] ?? 0) - step) <= step / 10;
  return step <= MAX_STEP_SECONDS * 1000 && isEven(at - 1) && isEven(at - 2);
}
