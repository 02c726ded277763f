import type { Report } from '@wakeline/domain/reports/report';
import type { Random } from '../movement/randomness.ts';
import { Outbox, type OutboxOptions } from './outbox.ts';
import type { Dial, Parcel, Wire } from './wire.ts';

/** What a link has done so far, in reports but for the connections. */
export interface LinkCounts {
  /** Sent at least once. */
  readonly sent: number;
  readonly acknowledged: number;
  /** Sent once more: unanswered, or on their way when the connection went. */
  readonly resent: number;
  /** Answered with a refusal; they are kept and sent again. */
  readonly refused: number;
  readonly connections: number;
}

/** A device's connection as the rest of the simulator sees it, whatever the protocol. */
export interface DeviceLink {
  readonly counts: LinkCounts;
  /** Reports that the server has not acknowledged yet. */
  readonly outstanding: number;
  /** Why there is no connection; null while there is one or none is wanted. */
  readonly trouble: Error | null;
  /** Hands over what was measured. It is kept until it is acknowledged, however often the connection goes. */
  report(reports: readonly Report[]): void;
  /** Out of coverage (false) there is no connection; back in it (true, as at the start) what was kept is sent. */
  setCoverage(covered: boolean): void;
  /** Resolves when everything is acknowledged. Stays open for ever while it is not, also after `close`. */
  drained(): Promise<void>;
  /** Hangs up. What is not acknowledged is lost, as with a device that is thrown away. */
  close(): void;
}

export interface LinkOptions extends OutboxOptions {
  /** Milliseconds until the second try to connect; each further one waits twice as long, up to `longestPause`. */
  readonly firstPause: number;
  readonly longestPause: number;
  readonly random: Random;
}

export type LinkTimes = Omit<LinkOptions, 'batch' | 'random'>;

/** Times of common devices: JT/T 808 section 4.6 leaves them to the terminal's settings; these are its usual ones. */
export const LINK_TIMES: LinkTimes = {
  window: 4,
  patience: 10_000,
  firstPause: 500,
  longestPause: 15_000,
};

/** Parcels sent again without any answer in between, after which a device takes the connection for dead. */
const DEAF_AFTER = 6;

/** Makes a link and starts to connect. `encode` makes one parcel of some reports. */
export function openLink<P extends Parcel>(
  dial: Dial<P>,
  encode: (reports: readonly Report[]) => P,
  options: LinkOptions,
): DeviceLink {
  return new StoreAndForward(dial, encode, options);
}

class StoreAndForward<P extends Parcel> implements DeviceLink {
  readonly counts = { sent: 0, acknowledged: 0, resent: 0, refused: 0, connections: 0 };
  trouble: Error | null = null;
  readonly #dial: Dial<P>;
  readonly #options: LinkOptions;
  readonly #outbox: Outbox<P>;
  #wire: Wire<P> | null = null;
  #ready = false;
  #covered = true;
  #closed = false;
  #pause: number;
  #resentInVain = 0;
  #redial: NodeJS.Timeout | undefined;
  #resend: NodeJS.Timeout | undefined;
  #waiters: (() => void)[] = [];

  constructor(dial: Dial<P>, encode: (reports: readonly Report[]) => P, options: LinkOptions) {
    this.#dial = dial;
    this.#options = options;
    this.#outbox = new Outbox(encode, options);
    this.#pause = options.firstPause;
    this.#connect();
  }

  get outstanding(): number {
    return this.#outbox.size;
  }

  report(reports: readonly Report[]): void {
    this.#outbox.add(reports);
    this.#pump();
  }

  setCoverage(covered: boolean): void {
    if (covered === this.#covered || this.#closed) return;
    this.#covered = covered;
    if (covered) this.#connect();
    else {
      this.#hangUp();
      this.trouble = null;
    }
  }

  drained(): Promise<void> {
    if (this.#outbox.size === 0) return Promise.resolve();
    return new Promise((resolve) => this.#waiters.push(resolve));
  }

  close(): void {
    this.#closed = true;
    this.#hangUp();
    this.trouble = null;
  }

  #connect(): void {
    this.#wire = this.#dial({
      ready: () => {
        this.#ready = true;
        this.trouble = null;
        this.counts.connections++;
        this.#resentInVain = 0;
        this.#pump();
      },
      answered: (key, ok) => this.#answered(key, ok),
      closed: (reason) => this.#lost(reason),
    });
  }

  #hangUp(): void {
    clearTimeout(this.#redial);
    clearTimeout(this.#resend);
    this.#ready = false;
    this.#wire?.close();
    this.#wire = null;
    this.#outbox.lost();
  }

  #lost(reason: Error): void {
    this.#hangUp();
    if (this.#closed || !this.#covered) return;
    this.trouble = reason;
    // Many devices that lost the same server shall not come back in the same moment.
    const pause = this.#pause * (0.75 + this.#options.random() / 2);
    this.#pause = Math.min(this.#options.longestPause, this.#pause * 2);
    this.#redial = setTimeout(() => this.#connect(), pause);
  }

  #answered(key: string, ok: boolean): void {
    this.#resentInVain = 0;
    if (!ok) {
      this.counts.refused++;
      this.#lost(new Error('the server refused a report'));
      return;
    }
    const freed = this.#outbox.acknowledged(key);
    if (freed === 0) return;
    this.counts.acknowledged += freed;
    this.#pause = this.#options.firstPause;
    this.#pump();
    this.#tellIfDrained();
  }

  /** Sends what may be sent, and looks again when the oldest answer is overdue. */
  #pump(): void {
    if (!this.#ready || this.#wire === null) return;
    const now = Date.now();
    for (let due = this.#outbox.next(now); due !== null; due = this.#outbox.next(now)) {
      if (due.again) this.counts.resent += due.reports;
      else this.counts.sent += due.reports;
      if (due.parcel.key === null) this.counts.acknowledged += due.reports;
      if (due.again && ++this.#resentInVain > DEAF_AFTER) {
        this.#lost(new Error('the server does not answer'));
        return;
      }
      this.#wire.send(due.parcel);
      if (!this.#ready) return;
    }
    this.#tellIfDrained();
    clearTimeout(this.#resend);
    const quiet = this.#outbox.quietFor(now);
    if (quiet !== null) this.#resend = setTimeout(() => this.#pump(), quiet + 1);
  }

  #tellIfDrained(): void {
    if (this.#outbox.size > 0) return;
    const waiters = this.#waiters;
    this.#waiters = [];
    for (const resolve of waiters) resolve();
  }
}
