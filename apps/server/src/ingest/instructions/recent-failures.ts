import type { ReceiptEvent } from '@wakeline/protocols/protocol';
import { applyReceipt, type Outstanding } from './outstanding.ts';

/** For how long a late receipt still counts, and of how many devices failures are remembered. */
const MAX_AGE = 60 * 60_000;
const MAX_DEVICES = 10_000;

interface Failure {
  readonly outstanding: Outstanding;
  readonly at: number;
}

interface LateSuccess {
  readonly outstanding: Outstanding;
  readonly result: NonNullable<ReturnType<typeof applyReceipt>>;
}

/** The last instruction of each device that failed without a recognized receipt: a late one proves that it arrived. */
export class RecentFailures {
  readonly #byTracker = new Map<number, Failure>();

  add(outstanding: Outstanding, at: number): void {
    this.#byTracker.delete(outstanding.trackerId);
    this.#byTracker.set(outstanding.trackerId, { outstanding, at });
    for (const [oldest] of this.#byTracker) {
      if (this.#byTracker.size <= MAX_DEVICES) break;
      this.#byTracker.delete(oldest);
    }
  }

  /** The instruction that this receipt proves to have succeeded, which is no longer remembered then; null: none. */
  take(trackerId: number, event: ReceiptEvent, now: number): LateSuccess | null {
    const failure = this.#byTracker.get(trackerId);
    // A receipt without a key may answer anything.
    if (failure === undefined || event.key === null || now - failure.at > MAX_AGE) return null;
    const { outstanding } = failure;
    const result = applyReceipt(outstanding, event, now);
    if (result?.state !== 'succeeded') return null;
    this.#byTracker.delete(trackerId);
    return { outstanding, result };
  }

  delete(trackerId: number): void {
    this.#byTracker.delete(trackerId);
  }
}
