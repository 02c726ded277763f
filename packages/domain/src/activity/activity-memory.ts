import type { ActivityMoment, DaySums } from './activity.ts';

/** What happened from a moment on that may be the start of the next activity. */
export interface Bucket {
  readonly from: ActivityMoment;
  /** One entry for each day, oldest first. */
  readonly days: readonly DaySums[];
}

/** The activity that a device is in, between two fixes. */
export interface ActivityMemory {
  readonly kind: 'trip' | 'stop';
  /** Where it started. */
  readonly from: ActivityMoment;
  /** Epoch milliseconds up to which shares of days have been given out; its start if none has. */
  readonly countedTo: number;
  /**
   * What it is certain to have done, and what belongs to the next one if the change that began with a later bucket lasts: a start
   * or a stop, or both. Oldest first, at most three.
   */
  readonly buckets: readonly [Bucket, ...Bucket[]];
  /** The ignition as of the last fix that reported it; null: none did. */
  readonly ignition: boolean | null;
}
