import type { FoundActivities } from './activity-replacements.ts';
import type { FoundLegs } from './batch.ts';
import { BatchWriter, type BatchWriterOptions } from './batch-writer.ts';
import type { EngineLock } from './engine-lock.ts';
import type { RegisteredTracker } from './registry.ts';
import type { ReportsItem } from './report-item.ts';
import type { ReportSink } from './report-sink.ts';
import type { SosClear } from './sos-clears.ts';
import type { StreamOffset } from './stream/stream-offset.ts';
import { type OwnedPartitions, partitionOf } from './tracker-partition.ts';

export interface ReportWriterOptions
  extends Omit<BatchWriterOptions, 'lock' | 'partition' | 'offset' | 'onFull' | 'onLockLost'> {
  /** Number of partitions of all trackers. */
  readonly partitionCount: number;
  /** Called when the queue has become full, or no longer is. */
  readonly onFull: (full: boolean) => void;
  /** Another server holds the lock of a partition: nothing more can be stored in it here. */
  readonly onLockLost: (partition: number) => void;
}

/**
 * Stores the reports of devices. The trackers are divided into partitions, which are written side by side: a database
 * uses one processor for each connection. The reports of a tracker stay in their order, because they are in one partition.
 * The engine of a single machine owns all partitions, one of a cluster some of them. What is requested for trackers of
 * other partitions has no effect here, because their engine does it.
 */
export class ReportWriter implements ReportSink {
  readonly #options: ReportWriterOptions;
  readonly #writers: (BatchWriter | undefined)[];
  readonly #fullOnes = new Set<number>();

  constructor(options: ReportWriterOptions) {
    this.#options = options;
    this.#writers = Array.from({ length: options.partitionCount }, () => undefined);
    options.metrics.queued.read = () => this.queuedReports;
  }

  /**
   * Starts to write a partition, from the states in the database. Throws what the database throws.
   *
   * @param offset of the stream of the partition; null: reports come from devices
   */
  async open(partition: number, lock: EngineLock, offset: StreamOffset | null): Promise<BatchWriter> {
    const { limits, partitionCount: count } = this.#options;
    const writer = new BatchWriter({
      ...this.#options,
      lock,
      offset,
      limits: {
        ...limits,
        queueReports: Math.ceil(limits.queueReports / count),
        queueBytes: Math.ceil(limits.queueBytes / count),
      },
      partition: { index: partition, count },
      onFull: (full) => this.#setFull(partition, full),
      onLockLost: () => this.#options.onLockLost(partition),
    });
    await writer.load();
    this.#writers[partition] = writer;
    return writer;
  }

  /** Ends what `open` started. Call `drain` of the partition before, or its reports come again. */
  close(partition: number): void {
    this.#writers[partition]?.stop();
    this.#writers[partition] = undefined;
    this.#setFull(partition, false);
  }

  get full(): boolean {
    return this.#fullOnes.size > 0;
  }

  get queuedReports(): number {
    let sum = 0;
    for (const writer of this.#writers) sum += writer?.queuedReports ?? 0;
    return sum;
  }

  /** False while commits fail because the database is unavailable. */
  get available(): boolean {
    return this.#writers.every((writer) => writer === undefined || writer.available);
  }

  /** The partitions that are written here; null: all. */
  get owned(): OwnedPartitions | null {
    const { partitionCount: count } = this.#options;
    const indexes = [...this.#writers.keys()].filter((index) => this.#writers[index] !== undefined);
    return indexes.length === count ? null : { indexes, count };
  }

  owns(trackerId: number): boolean {
    return this.#writerOf(trackerId) !== undefined;
  }

  /** @throws RangeError for a tracker of another engine */
  add(item: ReportsItem): void {
    const { trackerId } = item.tracker;
    const writer = this.#writerOf(trackerId);
    if (writer === undefined) throw new RangeError(`no partition for tracker ${trackerId}`);
    writer.add(item);
  }

  /**
   * A device gave a sign of life without a report. If it was inactive, it is online again at once. For all others the
   * time is written with the next sweep, so that heartbeats cost no transactions.
   */
  markSeen(tracker: RegisteredTracker, at: number): void {
    this.#writerOf(tracker.trackerId)?.markSeen(tracker, at);
  }

  /**
   * A person cleared the SOS of a tracker: it is visible with the next commit. After a failure the caller requests it
   * again.
   */
  clearSos(clear: SosClear): void {
    this.#writerOf(clear.trackerId)?.clearSos(clear);
  }

  /** The time of the newest position that a tracker has stored, epoch milliseconds; null: none. */
  newestPositionOf(trackerId: number): number | null {
    return this.#writerOf(trackerId)?.newestPositionOf(trackerId) ?? null;
  }

  /** Replaces legs with the next commit (`Batch.replaceLegs`). After a failure they are found again. */
  replaceLegs(found: FoundLegs): boolean {
    return this.#writerOf(found.trackerId)?.replaceLegs(found) ?? false;
  }

  /** Replaces activities with the next commit (`Batch.replaceActivities`). After a failure they are found again. */
  replaceActivities(found: FoundActivities): boolean {
    return this.#writerOf(found.trackerId)?.replaceActivities(found) ?? false;
  }

  /**
   * Marks trackers offline that have been inactive for the time that their account sets, and applies the rules that
   * notice the passing of time. Inactivity before `listeningSince` does not count.
   */
  sweep(now: number, listeningSince: number): void {
    for (const writer of this.#writers) writer?.sweep(now, listeningSince);
  }

  /** The state of a tracker continues in another account. */
  transfer(trackerId: number, accountId: number): void {
    this.#writerOf(trackerId)?.transfer(trackerId, accountId);
  }

  /** Drops the state of a removed tracker. */
  evict(trackerId: number): void {
    this.#writerOf(trackerId)?.evict(trackerId);
  }

  /** Resolves when everything added is stored and acknowledged, or after `timeoutMs` milliseconds. */
  async drain(timeoutMs: number): Promise<void> {
    await Promise.all(this.#writers.map((writer) => writer?.drain(timeoutMs)));
  }

  /** Stops immediately. What is not committed is not acknowledged either, so devices send it again. */
  stop(): void {
    this.#options.metrics.queued.read = () => 0;
    for (const writer of this.#writers) writer?.stop();
  }

  #writerOf(trackerId: number): BatchWriter | undefined {
    return this.#writers[partitionOf(trackerId, this.#writers.length)];
  }

  #setFull(index: number, full: boolean): void {
    const before = this.full;
    if (full) this.#fullOnes.add(index);
    else this.#fullOnes.delete(index);
    if (this.full !== before) this.#options.onFull(this.full);
  }
}
