import type { FoundActivities } from './activity-replacements.ts';
import type { FoundLegs } from './batch.ts';
import { BatchWriter, type BatchWriterOptions } from './batch-writer.ts';
import type { EngineLock } from './engine-lock.ts';
import type { RegisteredTracker } from './registry.ts';
import type { ReportsItem } from './report-item.ts';
import type { SosClear } from './sos-clears.ts';
import { partitionOf } from './tracker-partition.ts';

export interface ReportWriterOptions extends Omit<BatchWriterOptions, 'lock' | 'partition' | 'onCompleted'> {
  /** One for each partition. */
  readonly locks: readonly EngineLock[];
}

/**
 * Stores the reports of all devices. The trackers are divided into partitions, which are written side by side: a database
 * uses one processor for each connection. The reports of a tracker stay in their order, because they are in one partition.
 */
export class ReportWriter {
  readonly #options: ReportWriterOptions;
  readonly #writers: readonly BatchWriter[];
  readonly #fullOnes = new Set<number>();
  #isLockLost = false;

  constructor(options: ReportWriterOptions) {
    this.#options = options;
    const { locks, limits } = options;
    const count = locks.length;
    const ownLimits = {
      ...limits,
      queueReports: Math.ceil(limits.queueReports / count),
      queueBytes: Math.ceil(limits.queueBytes / count),
    };
    this.#writers = locks.map(
      (lock, index) =>
        new BatchWriter({
          ...options,
          lock,
          limits: ownLimits,
          partition: { index, count },
          onFull: (full) => this.#setFull(index, full),
          onCompleted: () => options.metrics.queued.set(this.queuedReports),
          onLockLost: () => this.#reportLockLost(),
        }),
    );
    options.metrics.queued.set(0);
  }

  /** Whether reading from devices must pause. */
  get full(): boolean {
    return this.#fullOnes.size > 0;
  }

  get queuedReports(): number {
    return this.#writers.reduce((sum, { queuedReports }) => sum + queuedReports, 0);
  }

  /** False while commits fail because the database is unavailable. */
  get available(): boolean {
    return this.#writers.every(({ available }) => available);
  }

  /** Loads the states of all trackers. Call it before anything is added. */
  async load(): Promise<void> {
    await Promise.all(this.#writers.map((writer) => writer.load()));
  }

  add(item: ReportsItem): void {
    this.#writerOf(item.tracker.trackerId).add(item);
    this.#options.metrics.queued.set(this.queuedReports);
  }

  /**
   * A device gave a sign of life without a report. If it was inactive, it is online again at once. For all others the
   * time is written with the next sweep, so that heartbeats cost no transactions.
   */
  markSeen(tracker: RegisteredTracker, at: number): void {
    this.#writerOf(tracker.trackerId).markSeen(tracker, at);
  }

  /**
   * A person cleared the SOS of a tracker: it is visible with the next commit. After a failure the caller requests it
   * again.
   */
  clearSos(clear: SosClear): void {
    this.#writerOf(clear.trackerId).clearSos(clear);
  }

  /** The time of the newest position that a tracker has stored, epoch milliseconds; null: none. */
  newestPositionOf(trackerId: number): number | null {
    return this.#writerOf(trackerId).newestPositionOf(trackerId);
  }

  /** Replaces legs with the next commit (`Batch.replaceLegs`). After a failure they are found again. */
  replaceLegs(found: FoundLegs): boolean {
    return this.#writerOf(found.trackerId).replaceLegs(found);
  }

  /** Replaces activities with the next commit (`Batch.replaceActivities`). After a failure they are found again. */
  replaceActivities(found: FoundActivities): boolean {
    return this.#writerOf(found.trackerId).replaceActivities(found);
  }

  /**
   * Marks trackers offline that have been inactive for the time that their account sets, and applies the rules that
   * notice the passing of time. Inactivity before `listeningSince` does not count.
   */
  sweep(now: number, listeningSince: number): void {
    for (const writer of this.#writers) writer.sweep(now, listeningSince);
  }

  /** The state of a tracker continues in another account. */
  transfer(trackerId: number, accountId: number): void {
    this.#writerOf(trackerId).transfer(trackerId, accountId);
  }

  /** Drops the state of a removed tracker. */
  evict(trackerId: number): void {
    this.#writerOf(trackerId).evict(trackerId);
  }

  /** Resolves when everything added is stored and acknowledged, or after `timeoutMs` milliseconds. */
  async drain(timeoutMs: number): Promise<void> {
    await Promise.all(this.#writers.map((writer) => writer.drain(timeoutMs)));
  }

  /** Stops immediately. What is not committed is not acknowledged either, so devices send it again. */
  stop(): void {
    for (const writer of this.#writers) writer.stop();
  }

  #writerOf(trackerId: number): BatchWriter {
    const writer = this.#writers[partitionOf(trackerId, this.#writers.length)];
    if (writer === undefined) throw new RangeError(`no partition for tracker ${trackerId}`);
    return writer;
  }

  #setFull(index: number, full: boolean): void {
    const before = this.full;
    if (full) this.#fullOnes.add(index);
    else this.#fullOnes.delete(index);
    if (this.full !== before) this.#options.onFull(this.full);
  }

  /** All partitions lose their locks together; the engine stops once. */
  #reportLockLost(): void {
    if (this.#isLockLost) return;
    this.#isLockLost = true;
    this.#options.onLockLost();
  }
}
