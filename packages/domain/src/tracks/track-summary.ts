import type { Stay } from './stays.ts';
import type { Track } from './track.ts';

/** Figures of a whole track, as the contract's `trackSummary` has them. What is not known is null. */
export interface TrackStatistics {
  readonly points: number;
  /** Metres, straight on where the way is not known. */
  readonly distance: number;
  /** Milliseconds; together they are the time from the first fix to the last. */
  readonly movingTime: number;
  readonly stopTime: number;
  readonly unknownTime: number;
  /** km/h. */
  readonly maxSpeed: number | null;
  readonly meanSpeed: number | null;
  /** Metres. */
  readonly climb: number | null;
  readonly descent: number | null;
  readonly minHeight: number | null;
  readonly maxHeight: number | null;
}

/** Milliseconds over which a speed is measured by places where no fix tells one: in less, noise is the fastest of all. */
const SPEED_WINDOW = 10_000;
/** Milliseconds before and after a fix over which its height is averaged. */
const HEIGHT_WINDOW = 5_000;
/** Metres: the scatter of a receiver's heights where it cannot be measured, because fixes are farther apart than `CLOSE` milliseconds. */
const DEFAULT_SCATTER = 3;
const MAX_SAMPLE_STEP_MS = 3_000;
/** A change of height counts when it is more than so many deviations of the averaged heights, within these metres. */
const CHANGE_SIGMAS = 6;
const MIN_CHANGE = 1;
const MAX_CHANGE = 10;
/** Third differences of independent values have sqrt(20) times their deviation, and their absolute median 0.6745 of that. */
const MEDIAN_DIFFERENCE_SIGMA = 0.6745 * Math.sqrt(20);
const MAX_SAMPLES = 4_000;

/**
 * The summary of a track with these stays. Time in a stay is stopped, silence outside of stays unknown, all else moving, and the mean
 * speed is that of the moving time and its metres. The greatest speed is the greatest that a fix tells; where none tells any,
 * that of the fastest 10 seconds.
 *
 * Climb and descent are sums of changes between turns of the height: a height is the mean of the 5 seconds before and after, those
 * in stays are left out, and a turn counts when the height changes by six deviations of what the heights scatter, at least 1 and
 * at most 10 metres. O(n).
 */
export function summarizeTrack(track: Track, stays: readonly Stay[]): TrackStatistics {
  const { length, time, distance } = track;
  const inStay = markStays(length, stays);
  const heights = computeHeightStatistics(track, inStay);
  const stopTime = stays.reduce((sum, stay) => sum + stay.endTime - stay.startTime, 0);
  let [unknownTime, movingTime, movingDistance] = [0, 0, 0];
  for (let at = 0; at + 1 < length; at += 1) {
    if (inStay[at] !== 0 && inStay[at] === inStay[at + 1]) continue;
    const ms = (time[at + 1] ?? 0) - (time[at] ?? 0);
    if (track.gap[at] === 1) {
      unknownTime += ms;
      continue;
    }
    movingTime += ms;
    movingDistance += (distance[at + 1] ?? 0) - (distance[at] ?? 0);
  }
  return {
    points: length,
    distance: distance[length - 1] ?? 0,
    movingTime,
    stopTime,
    unknownTime,
    maxSpeed: maxOf(track.speed) ?? maxSpeedByDistance(track),
    meanSpeed: movingTime === 0 ? null : (movingDistance / movingTime) * 3_600,
    ...heights,
  };
}

/** 0 outside of stays; 1 and 2 in turns within, so that the way from one stay to the next is told from one within. */
function markStays(length: number, stays: readonly Stay[]): Uint8Array {
  const inStay = new Uint8Array(length);
  for (const [index, { from, to }] of stays.entries()) inStay.fill(1 + (index % 2), from, to + 1);
  return inStay;
}

function maxOf(column: Float32Array): number | null {
  let max = Number.NEGATIVE_INFINITY;
  for (const value of column) if (value > max) max = value;
  return max === Number.NEGATIVE_INFINITY ? null : max;
}

/** km/h over the fastest 10 seconds or more between two gaps. */
function maxSpeedByDistance({ length, time, distance, gap }: Track): number | null {
  let maxSpeed: number | null = null;
  let from = 0;
  for (let at = 1; at < length; at += 1) {
    if (gap[at - 1] === 1) from = at;
    // The shortest window that is long enough.
    while ((time[at] ?? 0) - (time[from + 1] ?? 0) >= SPEED_WINDOW) from += 1;
    const ms = (time[at] ?? 0) - (time[from] ?? 0);
    if (ms < SPEED_WINDOW) continue;
    const speed = (((distance[at] ?? 0) - (distance[from] ?? 0)) / ms) * 3_600;
    if (maxSpeed === null || speed > maxSpeed) maxSpeed = speed;
  }
  return maxSpeed;
}

type HeightStatistics = Pick<TrackStatistics, 'climb' | 'descent' | 'minHeight' | 'maxHeight'>;

function computeHeightStatistics(track: Track, inStay: Uint8Array): HeightStatistics {
  const { length, time, height } = track;
  const scatter = estimateScatter(track);
  const climbCounter = new ClimbCounter();
  let [minHeight, maxHeight] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let [first, end, sum, count] = [0, 0, 0, 0];
  for (let at = 0; at < length; at += 1) {
    const here = time[at] ?? 0;
    for (; end < length && (time[end] ?? 0) <= here + HEIGHT_WINDOW; end += 1) {
      if (Number.isNaN(height[end])) continue;
      sum += height[end] ?? 0;
      count += 1;
    }
    for (; (time[first] ?? 0) < here - HEIGHT_WINDOW; first += 1) {
      if (Number.isNaN(height[first])) continue;
      sum -= height[first] ?? 0;
      count -= 1;
    }
    const value = height[at] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    minHeight = Math.min(minHeight, value);
    maxHeight = Math.max(maxHeight, value);
    if (inStay[at] !== 0) continue;
    const change = Math.min(MAX_CHANGE, Math.max(MIN_CHANGE, (CHANGE_SIGMAS * scatter) / Math.sqrt(count)));
    climbCounter.add(sum / count, change);
  }
  if (minHeight === Number.POSITIVE_INFINITY)
    return { climb: null, descent: null, minHeight: null, maxHeight: null };
  return { ...climbCounter.totals(), minHeight, maxHeight };
}

/** Ways up and down between turns of a height. */
class ClimbCounter {
  #up = 0;
  #down = 0;
  /** The height of the last turn, and the farthest from it since, in the direction that is being gone (0: neither yet). */
  #turningPoint = Number.NaN;
  #peak = Number.NaN;
  #direction: -1 | 0 | 1 = 0;

  add(height: number, change: number): void {
    if (Number.isNaN(this.#turningPoint)) this.#turningPoint = this.#peak = height;
    else if (this.#direction === 0) {
      if (Math.abs(height - this.#turningPoint) < change) return;
      this.#direction = height > this.#turningPoint ? 1 : -1;
      this.#peak = height;
    } else if ((height - this.#peak) * this.#direction >= 0) this.#peak = height;
    else if (Math.abs(height - this.#peak) >= change) {
      this.#addClimb();
      this.#turningPoint = this.#peak;
      this.#peak = height;
      this.#direction = this.#direction === 1 ? -1 : 1;
    }
  }

  totals(): { climb: number; descent: number } {
    this.#addClimb();
    this.#turningPoint = this.#peak;
    return { climb: this.#up, descent: this.#down };
  }

  #addClimb(): void {
    if (this.#direction === 1) this.#up += this.#peak - this.#turningPoint;
    if (this.#direction === -1) this.#down += this.#turningPoint - this.#peak;
  }
}

/** Deviation of single heights in metres, by third differences of those that follow closely: the way itself has nearly none. */
function estimateScatter({ length, time, height }: Track): number {
  const stride = Math.max(1, Math.floor(length / MAX_SAMPLES));
  const differences: number[] = [];
  for (let at = 3; at < length; at += stride) {
    if ((time[at] ?? 0) - (time[at - 3] ?? 0) > 3 * MAX_SAMPLE_STEP_MS) continue;
    const [a = 0, b = 0, c = 0, d = 0] = height.subarray(at - 3, at + 1);
    const difference = d - 3 * c + 3 * b - a;
    if (!Number.isNaN(difference)) differences.push(Math.abs(difference));
  }
  if (differences.length < 40) return DEFAULT_SCATTER;
  differences.sort((a, b) => a - b);
  return (differences[differences.length >> 1] ?? 0) / MEDIAN_DIFFERENCE_SIGMA;
}
