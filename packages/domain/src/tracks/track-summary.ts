import type { Stay } from './stays.ts';
import type { Track } from './track.ts';

/** Figures of a whole track, as the contract's `trackSummary` has them. What is not known is null. */
export interface TrackFigures {
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
const USUAL_SCATTER = 3;
const CLOSE = 3_000;
/** A change of height counts when it is more than so many deviations of the averaged heights, within these metres. */
const SURE = 6;
const LEAST_CHANGE = 1;
const MOST_CHANGE = 10;
/** Third differences of independent values have sqrt(20) times their deviation, and their absolute median 0.6745 of that. */
const OF_MEDIAN_DIFFERENCE = 0.6745 * Math.sqrt(20);
const SAMPLES = 4_000;

/**
 * The summary of a track with these stays. Time in a stay is stopped, silence outside of stays unknown, all else moving, and the mean
 * speed is that of the moving time and its metres. The greatest speed is the greatest that a fix tells; where none tells any,
 * that of the fastest 10 seconds.
 *
 * Climb and descent are sums of changes between turns of the height: a height is the mean of the 5 seconds before and after, those
 * in stays are left out, and a turn counts when the height changes by six deviations of what the heights scatter, at least 1 and
 * at most 10 metres. O(n).
 */
export function summaryOf(track: Track, stays: readonly Stay[]): TrackFigures {
  const { length, time, distance } = track;
  const inStay = stayed(length, stays);
  const heights = heightFigures(track, inStay);
  const stopTime = stays.reduce((sum, stay) => sum + stay.endTime - stay.startTime, 0);
  let [unknownTime, movingTime, way] = [0, 0, 0];
  for (let at = 0; at + 1 < length; at += 1) {
    if (inStay[at] !== 0 && inStay[at] === inStay[at + 1]) continue;
    const ms = (time[at + 1] ?? 0) - (time[at] ?? 0);
    if (track.gap[at] === 1) {
      unknownTime += ms;
      continue;
    }
    movingTime += ms;
    way += (distance[at + 1] ?? 0) - (distance[at] ?? 0);
  }
  return {
    points: length,
    distance: distance[length - 1] ?? 0,
    movingTime,
    stopTime,
    unknownTime,
    maxSpeed: greatest(track.speed) ?? fastest(track),
    meanSpeed: movingTime === 0 ? null : (way / movingTime) * 3_600,
    ...heights,
  };
}

/** 0 outside of stays; 1 and 2 in turns within, so that the way from one stay to the next is told from one within. */
function stayed(length: number, stays: readonly Stay[]): Uint8Array {
  const inStay = new Uint8Array(length);
  for (const [index, { from, to }] of stays.entries()) inStay.fill(1 + (index % 2), from, to + 1);
  return inStay;
}

function greatest(column: Float32Array): number | null {
  let most = Number.NEGATIVE_INFINITY;
  for (const value of column) if (value > most) most = value;
  return most === Number.NEGATIVE_INFINITY ? null : most;
}

/** km/h over the fastest 10 seconds or more between two gaps. */
function fastest({ length, time, distance, gap }: Track): number | null {
  let most: number | null = null;
  let from = 0;
  for (let at = 1; at < length; at += 1) {
    if (gap[at - 1] === 1) from = at;
    // The shortest window that is long enough.
    while ((time[at] ?? 0) - (time[from + 1] ?? 0) >= SPEED_WINDOW) from += 1;
    const ms = (time[at] ?? 0) - (time[from] ?? 0);
    if (ms < SPEED_WINDOW) continue;
    const speed = (((distance[at] ?? 0) - (distance[from] ?? 0)) / ms) * 3_600;
    if (most === null || speed > most) most = speed;
  }
  return most;
}

type HeightFigures = Pick<TrackFigures, 'climb' | 'descent' | 'minHeight' | 'maxHeight'>;

function heightFigures(track: Track, inStay: Uint8Array): HeightFigures {
  const { length, time, height } = track;
  const scatter = scatterOf(track);
  const turns = new Turns();
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
    const change = Math.min(MOST_CHANGE, Math.max(LEAST_CHANGE, (SURE * scatter) / Math.sqrt(count)));
    turns.add(sum / count, change);
  }
  if (minHeight === Number.POSITIVE_INFINITY)
    return { climb: null, descent: null, minHeight: null, maxHeight: null };
  return { ...turns.sums(), minHeight, maxHeight };
}

/** Ways up and down between turns of a height. */
class Turns {
  #up = 0;
  #down = 0;
  /** The height of the last turn, and the farthest from it since, in the direction that is being gone (0: neither yet). */
  #turn = Number.NaN;
  #peak = Number.NaN;
  #direction: -1 | 0 | 1 = 0;

  add(height: number, change: number): void {
    if (Number.isNaN(this.#turn)) this.#turn = this.#peak = height;
    else if (this.#direction === 0) {
      if (Math.abs(height - this.#turn) < change) return;
      this.#direction = height > this.#turn ? 1 : -1;
      this.#peak = height;
    } else if ((height - this.#peak) * this.#direction >= 0) this.#peak = height;
    else if (Math.abs(height - this.#peak) >= change) {
      this.#count();
      this.#turn = this.#peak;
      this.#peak = height;
      this.#direction = this.#direction === 1 ? -1 : 1;
    }
  }

  sums(): { climb: number; descent: number } {
    this.#count();
    this.#turn = this.#peak;
    return { climb: this.#up, descent: this.#down };
  }

  #count(): void {
    if (this.#direction === 1) this.#up += this.#peak - this.#turn;
    if (this.#direction === -1) this.#down += this.#turn - this.#peak;
  }
}

/** Deviation of single heights in metres, by third differences of those that follow closely: the way itself has nearly none. */
function scatterOf({ length, time, height }: Track): number {
  const stride = Math.max(1, Math.floor(length / SAMPLES));
  const differences: number[] = [];
  for (let at = 3; at < length; at += stride) {
    if ((time[at] ?? 0) - (time[at - 3] ?? 0) > 3 * CLOSE) continue;
    const [a = 0, b = 0, c = 0, d = 0] = height.subarray(at - 3, at + 1);
    const difference = d - 3 * c + 3 * b - a;
    if (!Number.isNaN(difference)) differences.push(Math.abs(difference));
  }
  if (differences.length < 40) return USUAL_SCATTER;
  differences.sort((a, b) => a - b);
  return (differences[differences.length >> 1] ?? 0) / OF_MEDIAN_DIFFERENCE;
}
