import { type Fix, MAX_SEGMENT_MS, type RunSetup, START_TOLERANCE_MS } from './fix.ts';
import { nearDistance } from './local-plane.ts';

/** Receives a fix that counts, and the one before it with the metres between them if the path is known. */
export type UseFix = (to: Fix, from: Fix | null, metres: number) => void;

/**
 * Drops inaccurate fixes, those outside of the participant's time, and jumps: a fix that would need more than the maximum speed.
 * A second fix that agrees with such a one shows that the earlier fix was wrong, or that the device was carried on; from there on
 * the fixes count again, without a path to it.
 */
export class FixFilter {
  readonly #from: number;
  readonly #to: number;
  readonly #maxAccuracy: number;
  readonly #maxSpeed: number;
  #last: Fix | null = null;
  #jump: Fix | null = null;

  constructor({ startTime, window, maxAccuracy, maxSpeed }: RunSetup) {
    const earliest = startTime === null ? Number.NEGATIVE_INFINITY : startTime - START_TOLERANCE_MS;
    this.#from = Math.max(window.from ?? Number.NEGATIVE_INFINITY, earliest);
    this.#to = window.to ?? Number.POSITIVE_INFINITY;
    this.#maxAccuracy = maxAccuracy;
    this.#maxSpeed = maxSpeed;
  }

  /** The last fix that counts. */
  get last(): Fix | null {
    return this.#last;
  }

  /** Fixes are in order of time. Returns whether this one counts. */
  next(fix: Fix, use: UseFix): boolean {
    const { time, accuracy } = fix;
    if (time < this.#from || time >= this.#to || (accuracy !== null && accuracy > this.#maxAccuracy))
      return false;
    const last = this.#last;
    const metres = last === null ? 0 : nearDistance(last, fix);
    if (last === null || this.#isReachable(last, fix, metres)) {
      this.#accept(fix, last, metres, use);
      return true;
    }
    const jump = this.#jump;
    const fromJump = jump === null ? 0 : nearDistance(jump, fix);
    if (jump === null || !this.#isReachable(jump, fix, fromJump)) {
      this.#jump = fix;
      return false;
    }
    this.#accept(jump, null, 0, use);
    this.#accept(fix, jump, fromJump, use);
    return true;
  }

  #accept(fix: Fix, previous: Fix | null, metres: number, use: UseFix): void {
    this.#last = fix;
    this.#jump = null;
    use(fix, previous !== null && fix.time - previous.time <= MAX_SEGMENT_MS ? previous : null, metres);
  }

  #isReachable(from: Fix, to: Fix, metres: number): boolean {
    return metres <= (this.#maxSpeed * (to.time - from.time)) / 1_000;
  }
}
