import type { Report } from '@wakeline/domain/reports/report';
import type { Random } from '../movement/randomness.ts';
import { Outbox, type OutboxOptions } from './outbox.ts';
import type { Dial, Parcel, Wire } from './wire.ts';

/** Counters of a link, in reports (except for connections). */
export interface LinkCounts {
  /** Sent at least once. */
  readonly sent: number;
  readonly acknowledged: number;
  /** Resent: not acknowledged in time, or in flight when the connection was lost. */
  readonly resent: number;
  /** Rejected by the server; they are kept and resent. */
  readonly refused: number;
  readonly connections: number;
}

/** The connection of a device, independent of the protocol. */
export interface DeviceLink {
  readonly counts: LinkCounts;
  /** Reports that the server has not acknowledged yet. */
  readonly outstanding: number;
  /** Why the connection failed; null while connected or out of coverage. */
  readonly lastError: Error | null;
  /** Queues reports. They are kept until acknowledged, across reconnections. */
  report(reports: readonly Report[]): void;
  /** False: disconnects. True (initial state): connects and sends stored reports. */
  setCoverage(hasCoverage: boolean): void;
  /** Resolves when all reports are acknowledged. Never resolves if some are not, not even after `close`. */
  whenDrained(): Promise<void>;
  /** Disconnects. Unacknowledged reports are lost. */
  close(): void;
}

export interface LinkOptions extends OutboxOptions {
  /** Whether an unacknowledged parcel is resent only on a new connection. */
  readonly reconnectsToResend: boolean;
  /** Milliseconds before the first retry; doubles with each further one, up to `maxRetryDelay`. */
  readonly minRetryDelay: number;
  readonly maxRetryDelay: number;
  readonly random: Random;
}

export type LinkTimes = Omit<LinkOptions, 'batch' | 'random' | 'reconnectsToResend'>;

/** Times of common devices: JT/T 808 section 4.6 leaves them to the terminal settings; these are the usual values. */
export const LINK_TIMES: LinkTimes = {
  window: 4,
  ackTimeout: 10_000,
  minRetryDelay: 500,
  maxRetryDelay: 15_000,
};

/** Consecutive resends without any reply after which the device considers the connection lost. */
const MAX_UNANSWERED_RESENDS = 6;

/** Creates a link and starts to connect. `encode` encodes reports as one parcel. */
export function openLink<P extends Parcel>(
  dial: Dial<P>,
  encode: (reports: readonly Report[]) => P,
  options: LinkOptions,
): DeviceLink {
  return new StoreAndForward(dial, encode, options);
}

class StoreAndForward<P extends Parcel> implements DeviceLink {
  readonly counts = { sent: 0, acknowledged: 0, resent: 0, refused: 0, connections: 0 };
  lastError: Error | null = null;
  readonly #dial: Dial<P>;
  readonly #options: LinkOptions;
  readonly #outbox: Outbox<P>;
  #wire: Wire<P> | null = null;
  #ready = false;
  #hasCoverage = true;
  #closed = false;
  #retryDelay: number;
  #unansweredResends = 0;
  #reconnectTimer: NodeJS.Timeout | undefined;
  #resendTimer: NodeJS.Timeout | undefined;
  #waiters: (() => void)[] = [];

  constructor(dial: Dial<P>, encode: (reports: readonly Report[]) => P, options: LinkOptions) {
    this.#dial = dial;
    this.#options = options;
    this.#outbox = new Outbox(encode, options);
    this.#retryDelay = options.minRetryDelay;
    this.#connect();
  }

  get outstanding(): number {
    return this.#outbox.size;
  }

  report(reports: readonly Report[]): void {
    this.#outbox.add(reports);
    this.#sendDue();
  }

  setCoverage(hasCoverage: boolean): void {
    if (hasCoverage === this.#hasCoverage || this.#closed) return;
    this.#hasCoverage = hasCoverage;
    if (hasCoverage) this.#connect();
    else {
      this.#disconnect();
      this.lastError = null;
    }
  }

  whenDrained(): Promise<void> {
    if (this.#outbox.size === 0) return Promise.resolve();
    return new Promise((resolve) => this.#waiters.push(resolve));
  }

  close(): void {
    this.#closed = true;
    this.#disconnect();
    this.lastError = null;
  }

  #connect(): void {
    this.#wire = this.#dial({
      ready: () => {
        this.#ready = true;
        this.lastError = null;
        this.counts.connections++;
        this.#unansweredResends = 0;
        this.#sendDue();
      },
      replied: (key, ok) => this.#handleReply(key, ok),
      closed: (reason) => this.#handleDisconnect(reason),
    });
  }

  #disconnect(): void {
    clearTimeout(this.#reconnectTimer);
    clearTimeout(this.#resendTimer);
    this.#ready = false;
    this.#wire?.close();
    this.#wire = null;
    this.#outbox.markUnsent();
  }

  #handleDisconnect(reason: Error): void {
    this.#disconnect();
    if (this.#closed || !this.#hasCoverage) return;
    this.lastError = reason;
    // Jitter, so that devices that lost the same server do not all reconnect at the same moment.
    const delay = this.#retryDelay * (0.75 + this.#options.random() / 2);
    this.#retryDelay = Math.min(this.#options.maxRetryDelay, this.#retryDelay * 2);
    this.#reconnectTimer = setTimeout(() => this.#connect(), delay);
  }

  #handleReply(key: string, ok: boolean): void {
    this.#unansweredResends = 0;
    if (!ok) {
      this.counts.refused++;
      this.#handleDisconnect(new Error('the server rejected a report'));
      return;
    }
    const acknowledgedCount = this.#outbox.acknowledge(key);
    if (acknowledgedCount === 0) return;
    this.counts.acknowledged += acknowledgedCount;
    this.#retryDelay = this.#options.minRetryDelay;
    this.#sendDue();
    this.#notifyIfDrained();
  }

  /** Sends due parcels, and schedules the next resend. */
  #sendDue(): void {
    if (!this.#ready || this.#wire === null) return;
    const now = Date.now();
    if (this.#options.reconnectsToResend && this.#outbox.isOverdue(now)) {
      this.#handleDisconnect(new Error('the server does not respond'));
      return;
    }
    for (let due = this.#outbox.next(now); due !== null; due = this.#outbox.next(now)) {
      if (due.isResend) this.counts.resent += due.reports;
      else this.counts.sent += due.reports;
      if (due.parcel.key === null) this.counts.acknowledged += due.reports;
      if (due.isResend && ++this.#unansweredResends > MAX_UNANSWERED_RESENDS) {
        this.#handleDisconnect(new Error('the server does not respond'));
        return;
      }
      this.#wire.send(due.parcel);
      if (!this.#ready) return;
    }
    this.#notifyIfDrained();
    clearTimeout(this.#resendTimer);
    const resendDelay = this.#outbox.msUntilResend(now);
    if (resendDelay !== null) this.#resendTimer = setTimeout(() => this.#sendDue(), resendDelay + 1);
  }

  #notifyIfDrained(): void {
    if (this.#outbox.size > 0) return;
    const waiters = this.#waiters;
    this.#waiters = [];
    for (const resolve of waiters) resolve();
  }
}
