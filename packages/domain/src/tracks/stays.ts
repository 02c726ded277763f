/** A period during which a tracker was stationary, as far as it is part of a replay. */
export interface Stay {
  /** Epoch milliseconds. */
  readonly startTime: number;
  readonly endTime: number;
  /** Index of its first and last fix. */
  readonly from: number;
  readonly to: number;
  /** Where it began. */
  readonly lng: number;
  readonly lat: number;
}
