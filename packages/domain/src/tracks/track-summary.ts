import { ALTITUDE_KINDS, type AltitudeKind, altitudeKindOf } from '../aviation/altitude-kind.ts';
import type { Stay } from './stays.ts';
import type { Track } from './track.ts';
import type { TrackActivities } from './track-activities.ts';

/** Statistics of a complete track, like `trackSummary` of the contract. Unknown values are null. */
export interface TrackStatistics {
  readonly points: number;
  /** Metres, as the mileage of the device counts them. */
  readonly distance: number;
  /** Milliseconds of trips, stops and gaps. */
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

/** Milliseconds before and after a fix over which its height is averaged. */
const HEIGHT_WINDOW = 5_000;
/** Metres of height scatter if it cannot be estimated, because fixes are more than `MAX_SAMPLE_STEP_MS` apart. */
const DEFAULT_SCATTER = 3;
const MAX_SAMPLE_STEP_MS = 3_000;
/** A change of height counts above this many standard deviations of the averaged heights, limited to these metres. */
const CHANGE_SIGMAS = 6;
const MIN_CHANGE = 1;
const MAX_CHANGE = 10;
/**
 * The absolute median of third differences: they have sqrt(20) times the standard deviation of independent values, and
 * the median is 0.6745 of it.
 */
const MEDIAN_DIFFERENCE_SIGMA = 0.6745 * Math.sqrt(20);
const MAX_SAMPLES = 4_000;

/**
 * Summarizes a track with its activities. The mean speed is that of trips, as in reports; the maximum speed is the highest that
 * a fix of a trip reports.
 *
 * Climb and descent are sums of changes between turning points of the height. A height is the mean over 5 seconds before and
 * after; heights in stays are left out. A turning point counts when the height then changes by six standard deviations of the
 * scatter, at least 1 and at most 10 metres. If the altitudes are of several kinds, those of the most frequent one count. O(n).
 */
export function summarizeTrack(
  track: Track,
  activities: Omit<TrackActivities, 'activities'>,
): TrackStatistics {
  const { stays, tripTime, stopTime, gapTime, metres, tripMetres, maxSpeed } = activities;
  return {
    points: track.length,
    distance: metres,
    movingTime: tripTime,
    stopTime,
    unknownTime: gapTime,
    maxSpeed,
    meanSpeed: tripTime === 0 ? null : (tripMetres / tripTime) * 3_600,
    ...computeHeightStatistics(track, markStays(track.length, stays)),
  };
}

/** 1 in stays, 0 outside of them. */
function markStays(length: number, stays: readonly Stay[]): Uint8Array {
  const inStay = new Uint8Array(length);
  for (const { from, to } of stays) inStay.fill(1, from, to + 1);
  return inStay;
}

type HeightStatistics = Pick<TrackStatistics, 'climb' | 'descent' | 'minHeight' | 'maxHeight'>;

function computeHeightStatistics(track: Track, inStay: Uint8Array): HeightStatistics {
  const { length, time } = track;
  const height = heightsOfOneKind(track);
  const scatter = estimateScatter({ length, time, height });
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

/** The heights of the most frequent kind; those of other kinds are unknown. */
function heightsOfOneKind({ length, height, altitudeKind }: Track): Float32Array {
  const counts = new Map<AltitudeKind, number>();
  for (let at = 0; at < length; at += 1) {
    if (Number.isNaN(height[at])) continue;
    const kind = altitudeKindOf(altitudeKind[at]);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  if (counts.size < 2) return height;
  const [[main] = [ALTITUDE_KINDS.sea]] = [...counts].sort((a, b) => b[1] - a[1]);
  return height.map((metres, at) => (altitudeKindOf(altitudeKind[at]) === main ? metres : Number.NaN));
}

/** Adds up climbs and descents between turning points. */
class ClimbCounter {
  #up = 0;
  #down = 0;
  /** The height of the last turning point, and the extreme height since, in the current direction (0: not yet known). */
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

/**
 * Standard deviation of single heights in metres, by third differences of close fixes, to which real climbs hardly
 * contribute.
 */
function estimateScatter({ length, time, height }: Pick<Track, 'length' | 'time' | 'height'>): number {
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
