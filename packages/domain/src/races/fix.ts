/** A position of a participant's device. */
export interface Fix {
  /** Epoch milliseconds. */
  readonly time: number;
  /** WGS-84 degrees. */
  readonly lng: number;
  readonly lat: number;
  /** Metres; null if the device does not report it. */
  readonly accuracy: number | null;
}

/** What decides which fixes of a participant count, and from when the time is taken. */
export interface RunSetup {
  /** Epoch ms; null: the start is detected. */
  readonly startTime: number | null;
  /** Of a course with a start line: `start-time` for a mass start (gun time), `start-line` for an individual one. */
  readonly timedFrom: 'start-time' | 'start-line';
  /** The time in which the device belongs to the participant, epoch ms: from (included) to (excluded); null: no limit. */
  readonly window: { readonly from: number | null; readonly to: number | null };
  /** Metres; less accurate fixes are dropped. */
  readonly maxAccuracy: number;
  /** Metres per second. */
  readonly maxSpeed: number;
}

export const DEFAULT_MAX_ACCURACY = 50;
/** 90 km/h. */
export const DEFAULT_MAX_SPEED = 25;

/** Fixes this long before the start count: a start line may be crossed early, and clocks differ. */
export const START_TOLERANCE_MS = 30_000;
/** Between fixes that are further apart in time the path is unknown. */
export const MAX_SEGMENT_MS = 10 * 60_000;

/** Whether a fix is within the participant's time. */
export function isInWindow({ time }: Fix, { window: { from, to } }: RunSetup): boolean {
  return (from === null || time >= from) && (to === null || time < to);
}
