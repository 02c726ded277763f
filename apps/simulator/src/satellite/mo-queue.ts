import { setTimeout as delay } from 'node:timers/promises';
import type { MobileOriginated } from '@wakeline/protocols/satellite/iridium/mobile-originated';
import type { Random } from '../movement/randomness.ts';

/** Faults of the delivery to the server. Shares are 0..1 of the messages. */
export interface MoFaults {
  /** The confirmation of the server is lost: the message is sent again. */
  readonly lostConfirmation: number;
  /** Sent once more, although it was confirmed. */
  readonly duplicate: number;
  /** Sent after the following message. */
  readonly reorder: number;
  /** The connection is cut within the message, which is then sent again. */
  readonly cut: number;
}

export const NO_MO_FAULTS: MoFaults = { lostConfirmation: 0, duplicate: 0, reorder: 0, cut: 0 };

/** Sends one message and resolves to whether the server has confirmed it. */
export type Deliver = (message: MobileOriginated, isCut: boolean) => Promise<boolean>;

export interface MoQueueOptions {
  readonly deliver: Deliver;
  /** Seconds to the next attempts; the last one repeats. */
  readonly retrySeconds: readonly number[];
  /** Milliseconds of a second: less than 1,000 to run faster. */
  readonly secondMs: number;
  readonly faults: MoFaults;
  readonly random: Random;
}

const MAX_WAITING = 10_000;
const LIFETIME_SECONDS = 12 * 3_600;

interface Waiting {
  readonly message: MobileOriginated;
  readonly since: number;
  attempts: number;
}

/**
 * Delivers messages of devices to a server, one after another: a message that is not confirmed is sent again after the retry
 * delays and blocks the others, for 12 hours at most. The oldest of more than 10,000 is dropped.
 */
export class MoQueue {
  readonly #options: MoQueueOptions;
  readonly #closing = new AbortController();
  #waiting: Waiting[] = [];
  #running: Promise<void> | null = null;

  constructor(options: MoQueueOptions) {
    this.#options = options;
  }

  /** Messages that are not confirmed. */
  get length(): number {
    return this.#waiting.length;
  }

  push(message: MobileOriginated): void {
    this.#waiting.push({ message, since: performance.now(), attempts: 0 });
    if (this.#waiting.length > MAX_WAITING) this.#waiting.shift();
    this.#running ??= this.#run().finally(() => {
      this.#running = null;
    });
  }

  /** Resolves when all messages are confirmed or dropped, or the queue is closed. */
  async drained(): Promise<void> {
    while (this.#running !== null) await this.#running;
  }

  close(): void {
    this.#closing.abort();
  }

  async #run(): Promise<void> {
    const { deliver, secondMs, faults } = this.#options;
    while (!this.#closing.signal.aborted) {
      const next = this.#takeNext();
      if (next === undefined) return;
      const isCut = this.#happens(faults.cut);
      const isConfirmed = await deliver(next.message, isCut);
      if (isConfirmed && !isCut && !this.#happens(faults.lostConfirmation)) {
        const isRepeated = this.#happens(faults.duplicate);
        if (!isRepeated) this.#waiting = this.#waiting.filter((waiting) => waiting !== next);
        continue;
      }
      if (performance.now() - next.since > LIFETIME_SECONDS * secondMs)
        this.#waiting = this.#waiting.filter((waiting) => waiting !== next);
      await this.#pause(next);
    }
  }

  #takeNext(): Waiting | undefined {
    const [first, second] = this.#waiting;
    const isOvertaken =
      second !== undefined && first?.attempts === 0 && this.#happens(this.#options.faults.reorder);
    return isOvertaken ? second : first;
  }

  async #pause(waiting: Waiting): Promise<void> {
    const { retrySeconds, secondMs } = this.#options;
    const seconds = retrySeconds[Math.min(waiting.attempts, retrySeconds.length - 1)] ?? 0;
    waiting.attempts++;
    await delay(seconds * secondMs, undefined, { signal: this.#closing.signal }).catch(() => undefined);
  }

  #happens(share: number): boolean {
    return share > 0 && this.#options.random() < share;
  }
}
