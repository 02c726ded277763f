import type { Fix, RunSetup } from './fix.ts';
import type { Odometer } from './odometer.ts';
import type { Visit } from './point-watch.ts';
import type { RacePoint } from './race-course.ts';

/** Of the crossings until this long after the start time the last one counts: participants move around before they start. */
const QUEUE_MS = 60_000;

/** The start of a participant. Times: epoch ms. */
export interface Start {
  /** From when the time is taken. */
  readonly time: number;
  /** When the start was crossed or left, if that was detected. */
  readonly crossedAt: number | null;
  /** Metres of the odometer. */
  readonly travelled: number;
}

/**
 * Chooses the start. With a start time: the time itself, or at a line (if the time is taken there) its crossing. Without one: the
 * last time that the start was left or crossed.
 */
export class StartTimer {
  readonly #startTime: number | null;
  /** Whether a crossing replaces the start time. */
  readonly #isCrossingTimed: boolean;
  readonly #isLine: boolean;
  #start: Start | null = null;
  #isFinal = false;
  #isRead = false;

  constructor({ detection }: RacePoint, { startTime, timedFrom }: RunSetup) {
    this.#startTime = startTime;
    this.#isLine = detection.kind === 'line';
    this.#isCrossingTimed = startTime === null || (this.#isLine && timedFrom === 'start-line');
    if (startTime !== null) this.#start = { time: startTime, crossedAt: null, travelled: 0 };
  }

  /** The start so far: that of a point which is passed now. */
  get current(): Start | null {
    return this.#start;
  }

  /** Reads the odometer at the first fix after the start time. Returns whether this is the one. */
  addFix(fix: Fix, odometer: Odometer): boolean {
    if (this.#isRead || this.#start === null || this.#startTime === null || fix.time < this.#startTime)
      return false;
    this.#isRead = true;
    if (this.#start.crossedAt === null) this.#start = { ...this.#start, travelled: odometer.metresAt(fix) };
    return true;
  }

  addCrossing({ time }: Pick<Visit, 'time'>, metres: number): void {
    if (this.#isFinal || (this.#startTime !== null && !this.#isLine)) return;
    const isQueue = this.#startTime === null || time <= this.#startTime + QUEUE_MS;
    if (!isQueue) {
      this.#isFinal = true;
      if (this.#start?.crossedAt !== null && this.#start !== null) return;
    }
    this.#start = {
      time: this.#isCrossingTimed ? time : (this.#startTime ?? time),
      crossedAt: time,
      travelled: metres,
    };
  }
}
