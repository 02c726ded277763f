import type { Track } from '../tracks/track.ts';
import { TangentPlane } from './tangent-plane.ts';

/**
 * Metres of accuracy where a device does not say: a phone under an open sky (van Diggelen and Enge, The World's first GPS
 * MOOC and Worldwide Laboratory using Smartphones, ION GNSS+ 2015: 4.9 m).
 */
const DEFAULT_ACCURACY = 4.9;
/** Finer is not believed of a place: what devices call their accuracy is an estimate of their own. */
const MIN_ACCURACY = 1;
/** A circle within which 68 % lie has this many standard deviations of one direction: sqrt(-2 ln 0.32). */
const SIGMAS_IN_68_PERCENT = Math.sqrt(-2 * Math.log(0.32));
/** The median of the absolute value of a normal variable has this many standard deviations. */
const SIGMAS_IN_MEDIAN = 0.6745;
/** Third differences of independent values have sqrt(1 + 9 + 9 + 1) times their standard deviation. */
const THIRD_DIFFERENCE_SIGMA = Math.sqrt(20);
/** Seconds between fixes above which a difference tells of the movement, and nothing of the noise. */
const MAX_STEP_SECONDS = 3;
/** Differences that are looked at, spread over the track. */
const MAX_SAMPLES = 4_000;
/** Metres: below this nobody sees noise, and coordinates are written with a centimetre. */
const MIN_NOISE = 0.05;

/** Standard deviation of a place in one direction, in metres, from the accuracy that its device says (68 % within it), NaN when it says none. */
export function noiseFromAccuracy(accuracy: number): number {
  const radius = Number.isNaN(accuracy) ? DEFAULT_ACCURACY : Math.max(MIN_ACCURACY, accuracy);
  return radius / SIGMAS_IN_68_PERCENT;
}

/**
 * By how much the noise of a track is less than its accuracies say, 0 to 1: receivers smooth what they report, and what they
 * have smoothed must not be smoothed again, or corners are cut. Measured by the third differences of places that follow at
 * equal steps of a few seconds, of which the movement has nearly none: their median is that of the noise alone. 1 where steps
 * are longer: there it cannot be known.
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
    // Some devices say the same place again and again while they stand.
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
