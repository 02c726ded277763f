import type { Report } from '@wakeline/domain/reports/report';
import type { Parcel } from './wire.ts';

export interface OutboxOptions {
  /** Maximum reports per parcel. */
  readonly batch: number;
  /** Maximum parcels in flight. */
  readonly window: number;
  /** Milliseconds after which an unacknowledged parcel is resent. */
  readonly ackTimeout: number;
}

interface InFlight<P> {
  readonly parcel: P;
  readonly reports: readonly Report[];
  /** Epoch milliseconds; null: must be sent (again). */
  sentAt: number | null;
  sends: number;
}

/**
 * Store and forward: keeps reports until the server has acknowledged them; if the protocol has no acknowledgements,
 * until they are sent. Without I/O; callers pass the time.
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

  /** Number of unacknowledged reports. */
  get size(): number {
    return this.#inFlight.reduce((sum, { reports }) => sum + reports.length, this.#waiting.length);
  }

  add(reports: readonly Report[]): void {
    for (const report of reports) this.#waiting.push(report);
  }

  /** The next parcel to send, or null: first due resends, oldest first, then new reports within the window. */
  next(now: number): { readonly parcel: P; readonly reports: number; readonly isResend: boolean } | null {
    const overdue = this.#inFlight.find(
      ({ sentAt }) => sentAt === null || now - sentAt >= this.#options.ackTimeout,
    );
    const entry = overdue ?? this.#take();
    if (entry === undefined) return null;
    entry.sentAt = now;
    entry.sends++;
    if (entry.parcel.key === null) this.#inFlight = this.#inFlight.filter((other) => other !== entry);
    return { parcel: entry.parcel, reports: entry.reports.length, isResend: entry.sends > 1 };
  }

  /** Whether a parcel that was sent on this connection is unacknowledged for too long. */
  isOverdue(now: number): boolean {
    return this.#inFlight.some(({ sentAt }) => sentAt !== null && now - sentAt >= this.#options.ackTimeout);
  }

  /** Milliseconds until the next resend is due; null: nothing is in flight. */
  msUntilResend(now: number): number | null {
    if (this.#inFlight.length === 0) return null;
    const oldest = Math.min(...this.#inFlight.map(({ sentAt }) => sentAt ?? 0));
    return Math.max(0, oldest + this.#options.ackTimeout - now);
  }

  /** Handles an acknowledgement. Returns the number of reports it covers; 0 for duplicates. */
  acknowledge(key: string): number {
    const entry = this.#inFlight.find(({ parcel }) => parcel.key === key);
    if (entry === undefined) return 0;
    this.#inFlight = this.#inFlight.filter((other) => other !== entry);
    return entry.reports.length;
  }

  /** The connection was lost: everything in flight must be resent. */
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
