import type { TimeWindow, TrackerPosition } from '../position-store.ts';

/** Trackers by their ids, both included. */
export interface TrackerRange {
  readonly first: number;
  readonly last: number;
}

/** The positions of a tracker on a day, UTC. */
export interface DaySum {
  readonly trackerId: number;
  /** Days since 1970-01-01. */
  readonly day: number;
  readonly count: number;
  /** The sum of the first 40 bits of the MD5 of each position: of time, latitude, longitude and the packed bytes. */
  readonly checksum: string;
}

/** Trackers from `number * BUCKET_TRACKERS` on. */
export interface TrackerBucket {
  readonly number: number;
  readonly count: number;
}

/** A store of positions as the source or the target of a copy. */
export interface HistoryCopy {
  /** The name in messages. */
  readonly name: string;
  /** Numbers of the weeks that may have positions. */
  weeks(): Promise<readonly number[]>;
  /** A text that differs after each change of the positions of a week. It may also differ without one. */
  mark(week: number): Promise<string>;
  /** The number of positions of some successive trackers each; those without any are omitted. */
  countByBucket(window: TimeWindow): Promise<readonly TrackerBucket[]>;
  /** Of each tracker and day with positions. */
  daySums(range: TrackerRange, window: TimeWindow): Promise<readonly DaySum[]>;
  read(range: TrackerRange, window: TimeWindow): Promise<readonly TrackerPosition[]>;
  /** Resolves when the positions are durable. */
  insert(positions: readonly TrackerPosition[]): Promise<void>;
  /** Deletes the positions of a tracker in a window, or those at some times. */
  delete(trackerId: number, window: TimeWindow): Promise<void>;
  deleteTimes(trackerId: number, times: readonly number[]): Promise<void>;
  /** Deletes the positions of a week. */
  clearWeek(week: number): Promise<void>;
  /** Deletes all positions. */
  clear(): Promise<void>;
}

export const BUCKET_TRACKERS = 1_000;
/** Milliseconds of a day. */
export const DAY = 86_400_000;
/** Hexadecimal digits, and bits, of a position's checksum: the sum over a day is less than 2^63. */
export const CHECKSUM_DIGITS = 10;
