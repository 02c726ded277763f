import { setTimeout as delay } from 'node:timers/promises';
import { isExpired } from '@wakeline/domain/devices/validity';
import type { FoundActivities } from './activity-replacements.ts';
import { Batch, type FoundLegs } from './batch.ts';
import { BatchStore, type BatchStoreOptions } from './batch-store.ts';
import type { IngestLimits } from './limits.ts';
import type { RegisteredTracker } from './registry.ts';
import type { ReportSource, ReportsItem } from './report-item.ts';
import type { SosClear } from './sos-clears.ts';

export interface BatchWriterOptions extends BatchStoreOptions {
  readonly limits: IngestLimits;
  /** The registered tracker of an id. */
  readonly findTracker: (trackerId: number) => RegisteredTracker | undefined;
  /** Milliseconds of inactivity after which a tracker of the account is offline. */
  readonly offlineAfter: (accountId: number) => number;
  /** Called when the queue has become full, or no longer is. */
  readonly onFull: (full: boolean) => void;
  /** Called when a tracker that reported has been removed in the meantime. */
  readonly onTrackerRemoved: (item: ReportsItem) => void;
}

/** Reports that are stored in one transaction. */
interface Group {
  readonly items: readonly ReportsItem[];
  /** Number of the message of a stream; null: they came from a device. */
  readonly offset: number | null;
}

/**
 * Collects the reports of the devices of a partition into batches: while one batch is stored, the next is computed. Acknowledgements
 * are sent after the commit and never before. While the database is unavailable, reports wait, up to the limit of the
 * queue.
 */
export class BatchWriter {
  readonly #options: BatchWriterOptions;
  readonly #store: BatchStore;
  /** When devices were last seen since the previous sweep, apart from their reports. */
  readonly #lastSeen = new Map<number, number>();
  /** When a sweep last found these trackers expired: their inactivity before does not count after a renewal. */
  readonly #lastExpired = new Map<number, number>();
  #open: Batch;
  #openSince = 0;
  #storing: Batch | null = null;
  #backlog: Group[] = [];
  #queuedReports = 0;
  #queuedBytes = 0;
  #full = false;
  #scheduled: NodeJS.Immediate | null = null;
  #idleWaiters: (() => void)[] = [];
  #roomWaiters: (() => void)[] = [];

  constructor(options: BatchWriterOptions) {
    this.#options = options;
    this.#store = new BatchStore(options);
    this.#open = this.#newBatch();
  }

  get full(): boolean {
    return this.#full;
  }

  get queuedReports(): number {
    return this.#queuedReports;
  }

  /** False while commits fail because the database is unavailable. */
  get available(): boolean {
    return this.#store.available;
  }

  /** Loads the states of all trackers. Call it before anything is added. */
  async load(): Promise<void> {
    await this.#store.load();
  }

  add(item: ReportsItem): void {
    this.#count(item);
    if (this.#mustWait) this.#backlog.push({ items: [item], offset: null });
    else this.#addToOpen(item);
    this.#checkFull();
    this.#schedule();
  }

  /** Adds the reports of a message of a stream, which are stored with its number in one transaction. */
  addMessage(items: readonly ReportsItem[], offset: number): void {
    for (const item of items) this.#count(item);
    if (this.#mustWait) this.#backlog.push({ items, offset });
    else this.#addGroup({ items, offset });
    this.#checkFull();
    this.#schedule();
  }

  get #mustWait(): boolean {
    return this.#backlog.length > 0 || this.#open.reports >= this.#options.limits.batchReports;
  }

  #count(item: ReportsItem): void {
    this.#queuedReports += item.reports.length;
    this.#queuedBytes += item.raw.length;
  }

  #checkFull(): void {
    const { limits, metrics } = this.#options;
    const full = this.#queuedReports >= limits.queueReports || this.#queuedBytes >= limits.queueBytes;
    if (full && !this.#full) {
      this.#full = true;
      metrics.pauses.inc();
      this.#options.onFull(true);
    }
  }

  /**
   * A device gave a sign of life without a report. If it was inactive, it is online again at once. For all others the
   * time is written with the next sweep, so that heartbeats cost no transactions.
   */
  markSeen(tracker: RegisteredTracker, at: number): void {
    const { trackerId, account, validUntil } = tracker;
    if (isExpired(validUntil, at)) return;
    const stored = this.#store.states.get(trackerId);
    if (stored === undefined || stored.state.memory.silent) {
      this.#open.markSeen(trackerId, account.accountId, at);
      this.#schedule();
    } else {
      this.#lastSeen.set(trackerId, at);
    }
  }

  /**
   * A person cleared the SOS of a tracker: it is visible with the next commit. After a failure the caller requests it
   * again.
   */
  clearSos({ trackerId, accountId, at }: SosClear): void {
    // Already being stored: repeating it on top of that batch could clear an SOS that was raised since.
    if ((this.#storing?.clearedSos.get(trackerId) ?? 0) >= at) return;
    this.#open.clearSos(trackerId, accountId, at);
    this.#schedule();
  }

  /** The time of the newest position that a tracker has stored, epoch milliseconds; null: none. */
  newestPositionOf(trackerId: number): number | null {
    return this.#store.states.get(trackerId)?.state.position?.time ?? null;
  }

  /** Replaces legs with the next commit (`Batch.replaceLegs`). After a failure they are found again. */
  replaceLegs(found: FoundLegs): boolean {
    const isCurrent = this.#open.replaceLegs(found);
    this.#schedule();
    return isCurrent;
  }

  /** Replaces activities with the next commit (`Batch.replaceActivities`). After a failure they are found again. */
  replaceActivities(found: FoundActivities): boolean {
    const isCurrent = this.#open.replaceActivities(found);
    this.#schedule();
    return isCurrent;
  }

  /**
   * Marks trackers offline that have been inactive for the time that their account sets, and applies the rules that
   * notice the passing of time. Inactivity before `listeningSince` does not count.
   */
  sweep(now: number, listeningSince: number): void {
    // A tracker with a report in the backlog is not inactive: its report has not been processed yet.
    if (this.#backlog.length > 0) return;
    const { states } = this.#store;
    for (const [trackerId, at] of this.#lastSeen) {
      const accountId = states.accountIdOf(trackerId);
      if (accountId !== undefined) this.#open.markSeen(trackerId, accountId, at);
    }
    this.#lastSeen.clear();
    for (const trackerId of states.ids()) {
      const accountId = states.accountIdOf(trackerId);
      if (accountId === undefined) continue;
      const tracker = this.#options.findTracker(trackerId);
      const since = this.#validSince(trackerId, tracker, now);
      if (since === null) continue;
      const offlineAfter = this.#options.offlineAfter(accountId);
      this.#open.applyTime(trackerId, tracker, {
        now,
        offlineAfter,
        listeningSince: Math.max(listeningSince, since),
      });
    }
    this.#schedule();
  }

  /** Epoch milliseconds since when the inactivity of a tracker counts; null while it is expired. */
  #validSince(trackerId: number, tracker: RegisteredTracker | undefined, now: number): number | null {
    const validUntil = tracker?.validUntil ?? null;
    if (!isExpired(validUntil, now)) return this.#lastExpired.get(trackerId) ?? 0;
    this.#lastExpired.set(trackerId, now);
    return null;
  }

  /** The state of a tracker continues in another account. */
  transfer(trackerId: number, accountId: number): void {
    this.#store.transfer(trackerId, accountId);
  }

  /** Drops the state of a removed tracker. */
  evict(trackerId: number): void {
    this.#store.evict(trackerId);
    this.#lastExpired.delete(trackerId);
  }

  /** Resolves when everything added is stored and acknowledged, or after `timeoutMs` milliseconds. */
  async drain(timeoutMs: number): Promise<void> {
    if (this.#isIdle()) return;
    const idle = new Promise<void>((resolve) => this.#idleWaiters.push(resolve));
    const timeout = new AbortController();
    await Promise.race([
      idle,
      delay(timeoutMs, undefined, { signal: timeout.signal }).catch(() => undefined),
    ]);
    timeout.abort();
  }

  /** Resolves when the queue is not full, or no longer written. */
  async waitForRoom(): Promise<void> {
    if (!this.#full || this.#store.isStopped) return;
    await new Promise<void>((resolve) => this.#roomWaiters.push(resolve));
  }

  /** Stops immediately. What is not committed is not acknowledged either, so devices send it again. */
  stop(): void {
    this.#store.stop();
    if (this.#scheduled !== null) clearImmediate(this.#scheduled);
    this.#scheduled = null;
    for (const resolve of [...this.#idleWaiters.splice(0), ...this.#roomWaiters.splice(0)]) resolve();
  }

  #isIdle(): boolean {
    return this.#storing === null && this.#open.isEmpty && this.#backlog.length === 0;
  }

  /** Creates a batch on top of the states that the previous batch will leave. */
  #newBatch(): Batch {
    return new Batch(
      (trackerId) => this.#storing?.states.get(trackerId) ?? this.#store.states.get(trackerId),
      this.#options,
    );
  }

  #addToOpen(item: ReportsItem): void {
    if (this.#open.isEmpty) this.#openSince = performance.now();
    this.#open.add(item);
  }

  #addGroup({ items, offset }: Group): void {
    for (const item of items) this.#addToOpen(item);
    if (offset !== null) this.#open.offset = offset;
  }

  #schedule(): void {
    if (this.#store.isStopped || this.#storing !== null || this.#open.isEmpty) return;
    const { batchReports } = this.#options.limits;
    if (this.#open.reports >= batchReports) this.#start();
    else this.#scheduled ??= setImmediate(() => this.#start());
  }

  #start(): void {
    if (this.#scheduled !== null) clearImmediate(this.#scheduled);
    this.#scheduled = null;
    this.#storeOpen().catch((error: unknown) => {
      // Not a database failure, as those are retried. Nothing may continue as if this had been stored.
      this.#options.log.fatal({ err: error }, 'the batch writer failed');
      this.stop();
      this.#options.onLockLost();
    });
  }

  async #storeOpen(): Promise<void> {
    const since = this.#openSince;
    this.#storing = this.#open;
    this.#open = this.#newBatch();
    this.#refill();
    const outcome = await this.#store.store(this.#storing);
    if (outcome === null) return;
    this.#storing = null;
    if (outcome.rebuilt) this.#rebuildOpen();
    for (const item of outcome.refused) this.#options.onTrackerRemoved(item);
    this.#complete(outcome.refused, 'refused');
    this.#complete(outcome.stored, 'stored');
    // A sweep has no first report.
    if (outcome.stored.length > 0)
      this.#options.metrics.batchSeconds.observe((performance.now() - since) / 1_000);
    this.#refill();
    this.#resume();
  }

  #rebuildOpen(): void {
    const { items, offset } = this.#open;
    this.#open = this.#newBatch();
    for (const item of items) this.#open.add(item);
    this.#open.offset = offset;
  }

  #refill(): void {
    const { batchReports } = this.#options.limits;
    let taken = 0;
    for (const group of this.#backlog) {
      if (this.#open.reports >= batchReports) break;
      this.#addGroup(group);
      taken++;
    }
    if (taken > 0) this.#backlog = this.#backlog.slice(taken);
  }

  #resume(): void {
    const { queueReports, queueBytes } = this.#options.limits;
    if (this.#full && this.#queuedReports <= queueReports / 2 && this.#queuedBytes <= queueBytes / 2) {
      this.#full = false;
      this.#options.onFull(false);
      for (const resolve of this.#roomWaiters.splice(0)) resolve();
    }
    if (this.#isIdle()) {
      for (const resolve of this.#idleWaiters.splice(0)) resolve();
    } else {
      this.#schedule();
    }
  }

  #complete(items: readonly ReportsItem[], outcome: 'stored' | 'refused'): void {
    const sources = new Set<ReportSource>();
    for (const item of items) {
      this.#queuedReports -= item.reports.length;
      this.#queuedBytes -= item.raw.length;
      if (outcome === 'stored') item.source.onStored(item);
      else item.source.onRefused(item);
      sources.add(item.source);
    }
    for (const source of sources) source.flush();
  }
}
