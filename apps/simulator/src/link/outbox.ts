import type { Report } from '@wakeline/domain/reports/report';
import type { Parcel } from './wire.ts';

export interface OutboxOptions {
  /** Reports in one parcel at most. */
  readonly batch: number;
  /** Parcels on their way at once at most. */
  readonly window: number;
  /** Milliseconds after which an unanswered parcel is sent again. */
  readonly ackTimeout: number;
}

interface InFlight<P> {
  readonly parcel: P;
  readonly reports: readonly Report[];
  /** Epoch milliseconds; null: has to be sent (again). */
  sentAt: number | null;
  sends: number;
}

/**
 * What a device has measured and the server has not acknowledged yet: store and forward. Pure; the time is passed in. Nothing leaves it
 * before it is acknowledged, unless the protocol has no acknowledgements: then being sent has to do.
 */
export class Outbox<P extends Parcel> {
  readonly #encode: (reports: readonly Report[]) => P;
  readonly #options: OutboxOptions;
  #waiting: Report[] = [];
  #inFlight: InFlight<P>[] = [];

  constructor(encode: (reports: readonly Report[]) => P, options: OutboxOptions) {
    this.#encode = encode;
    this.#options = options;
  }

  /** Reports that are not acknowledged. */
  get size(): number {
    return this.#inFlight.reduce((sum, { reports }) => sum + reports.length, this.#waiting.length);
  }

  add(reports: readonly Report[]): void {
    for (const report of reports) this.#waiting.push(report);
  }

  /** What to send now, if anything: first what has to be sent again, oldest first, then new reports as long as there is room. */
  next(now: number): { readonly parcel: P; readonly reports: number; readonly again: boolean } | null {
    const overdue = this.#inFlight.find(
      ({ sentAt }) => sentAt === null || now - sentAt >= this.#options.ackTimeout,
    );
    const entry = overdue ?? this.#take();
    if (entry === undefined) return null;
    entry.sentAt = now;
    entry.sends++;
    if (entry.parcel.key === null) this.#inFlight = this.#inFlight.filter((other) => other !== entry);
    return { parcel: entry.parcel, reports: entry.reports.length, again: entry.sends > 1 };
  }

  /** Milliseconds until `next` may have something to send again; null: not before a report or an answer comes. */
  msUntilResend(now: number): number | null {
    if (this.#inFlight.length === 0) return null;
    const oldest = Math.min(...this.#inFlight.map(({ sentAt }) => sentAt ?? 0));
    return Math.max(0, oldest + this.#options.ackTimeout - now);
  }

  /** Takes an acknowledgement; answers how many reports it frees. A second one for the same parcel frees none. */
  acknowledge(key: string): number {
    const entry = this.#inFlight.find(({ parcel }) => parcel.key === key);
    if (entry === undefined) return 0;
    this.#inFlight = this.#inFlight.filter((other) => other !== entry);
    return entry.reports.length;
  }

  /** The connection is gone: whatever was on its way has to be sent again. */
  markUnsent(): void {
    for (const entry of this.#inFlight) entry.sentAt = null;
  }

  #take(): InFlight<P> | undefined {
    if (this.#waiting.length === 0 || this.#inFlight.length >= this.#options.window) return undefined;
    const reports = this.#waiting.slice(0, this.#options.batch);
    this.#waiting = this.#waiting.slice(this.#options.batch);
    const entry = { parcel: this.#encode(reports), reports, sentAt: null, sends: 0 };
    this.#inFlight.push(entry);
    return entry;
  }
}
