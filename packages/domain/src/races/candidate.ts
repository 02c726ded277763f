import type { Approach } from './point-watch.ts';
import type { Start } from './start-timer.ts';

/** A point of the course that may have been passed. */
export interface Candidate {
  /** Index of the point in the course. */
  readonly index: number;
  readonly controlId: string;
  /** Metres of the point along the course. */
  readonly distance: number;
  /** Epoch ms. */
  readonly time: number;
  /** Metres of the odometer; null if an official entered the time. */
  readonly travelled: number | null;
  /** Null if an official entered the time. */
  readonly approach: Approach | null;
  /** The start before it. */
  readonly start: Start | null;
}
