import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../clock.ts';
import type { LiveFeed } from '../live/feed.ts';
import type { Partitions } from '../positions/partitions.ts';
import { Batch } from './batch.ts';
import { CommitFailed, type Committed, commitBatch } from './commit.ts';
import { failureOf, isForeignKeyViolation } from './database-failure.ts';
import type { EngineLock } from './engine-lock.ts';
import type { IngestLimits } from './limits.ts';
import type { IngestMetrics } from './metrics.ts';
import type { RegisteredTracker } from './registry.ts';
import type { ReportSource, ReportsItem } from './report-item.ts';
import { type HeldState, loadStates, stateChange } from './state-table.ts';

/** Milliseconds before a failed transaction is tried again: first and longest. */
const FIRST_RETRY = 50;
const LONGEST_RETRY = 1_000;

export interface BatchWriterOptions {
  readonly lock: EngineLock;
  readonly partitions: Partitions;
  readonly feed: LiveFeed;
  readonly metrics: IngestMetrics;
  readonly limits: IngestLimits;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  /** Reading from devices pauses, or goes on. */
  readonly onFull: (full: boolean) => void;
  /** A tracker that reported has been removed meanwhile. */
  readonly onGone: (item: ReportsItem) => void;
  /** The lock is another server's: nothing more can be stored here. */
  readonly onLost: () => void;
}

/**
 * Brings the reports of all devices into the database: one transaction at a time, and while it is under way the next batch is
 * worked out. Acknowledgements, states and notices go out after the commit and never before. While the database is away
 * the batch in hand is tried again and again; what arrives meanwhile waits, up to the limit of the queue.
 */
export class BatchWriter {
  readonly #options: BatchWriterOptions;
  #states = new Map<number, HeldState>();
  /** When devices were heard since the last sweep, beyond their reports. */
  readonly #heard = new Map<number, number>();
  #open: Batch;
  #committing: Batch | null = null;
  #backlog: ReportsItem[] = [];
  #openSince = 0;
  #queuedReports = 0;
  #queuedBytes = 0;
  #full = false;
  #timer: NodeJS.Timeout | null = null;
  #available = true;
  #ended = false;
  #idle: (() => void)[] = [];
  readonly #stopping = new AbortController();

  constructor(options: BatchWriterOptions) {
    this.#options = options;
    this.#open = this.#newBatch();
  }

  get full(): boolean {
    return this.#full;
  }

  get queuedReports(): number {
    return this.#queuedReports;
  }

  /** False while commits fail because the database is away. */
  get available(): boolean {
    return this.#available;
  }

  /** The states that commits have left. */
  get states(): ReadonlyMap<number, HeldState> {
    return this.#states;
  }

  async load(): Promise<void> {
    this.#states = await loadStates(this.#options.lock.db);
  }

  add(item: ReportsItem): void {
    const { limits, metrics } = this.#options;
    this.#queuedReports += item.reports.length;
    this.#queuedBytes += item.raw.length;
    metrics.queued.set(this.#queuedReports);
    if (this.#backlog.length > 0 || this.#open.reports >= limits.batchReports) this.#backlog.push(item);
    else this.#addToOpen(item);
    const full = this.#queuedReports >= limits.queueReports || this.#queuedBytes >= limits.queueBytes;
    if (full && !this.#full) {
      this.#full = true;
      metrics.pauses.inc();
      this.#options.onFull(true);
    }
    this.#schedule();
  }

  /**
   * A device gave a sign of life without a report. One that was silent is online again at once; of the others it is written
   * with the next sweep, so that heartbeats cost no transactions.
   */
  hear(tracker: RegisteredTracker, at: number): void {
    const { trackerId, account } = tracker;
    const held = this.#states.get(trackerId);
    if (held === undefined || held.state.memory.silent) {
      this.#open.hear(trackerId, account.accountId, at);
      this.#schedule();
    } else {
      this.#heard.set(trackerId, at);
    }
  }

  /** Looks which trackers have fallen silent. Silence before `listeningSince` does not count. */
  sweep(now: number, offlineAfter: number, listeningSince: number): void {
    for (const [trackerId, at] of this.#heard) {
      const held = this.#states.get(trackerId);
      if (held !== undefined) this.#open.hear(trackerId, held.accountId, at);
    }
    this.#heard.clear();
    for (const trackerId of this.#states.keys()) {
      this.#open.fallSilent(trackerId, now, offlineAfter, listeningSince);
    }
    this.#schedule();
  }

  /** Forgets a tracker that has been removed. */
  forget(trackerId: number): void {
    this.#states.delete(trackerId);
  }

  /** Resolves when all that was added is stored, and acknowledged; or when `wait` milliseconds are over. */
  async drain(wait: number): Promise<void> {
    if (this.#isIdle()) return;
    const idle = new Promise<void>((resolve) => this.#idle.push(resolve));
    const timeout = new AbortController();
    await Promise.race([idle, delay(wait, undefined, { signal: timeout.signal }).catch(() => undefined)]);
    timeout.abort();
  }

  /** Ends at once. What is not committed is not acknowledged either: devices send it again. */
  end(): void {
    this.#ended = true;
    this.#stopping.abort();
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    for (const resolve of this.#idle.splice(0)) resolve();
  }

  #isIdle(): boolean {
    return this.#committing === null && this.#open.isEmpty && this.#backlog.length === 0;
  }

  #newBatch(): Batch {
    return new Batch((trackerId) => this.#committing?.states.get(trackerId) ?? this.#states.get(trackerId));
  }

  #addToOpen(item: ReportsItem): void {
    if (this.#open.isEmpty) this.#openSince = performance.now();
    this.#open.add(item);
  }

  #schedule(): void {
    if (this.#ended || this.#committing !== null || this.#open.isEmpty) return;
    const { batchReports, batchWait } = this.#options.limits;
    if (this.#open.reports >= batchReports) {
      if (this.#timer !== null) clearTimeout(this.#timer);
      this.#start();
      return;
    }
    this.#timer ??= setTimeout(() => this.#start(), batchWait);
  }

  #start(): void {
    this.#timer = null;
    this.#commitOpen().catch((error: unknown) => {
      // Not the database: that is waited for. Nothing may go on as if this had been stored.
      this.#options.log.fatal({ err: error }, 'the batch writer failed');
      this.end();
      this.#options.onLost();
    });
  }

  async #commitOpen(): Promise<void> {
    const since = this.#openSince;
    const batch = this.#open;
    this.#committing = batch;
    this.#open = this.#newBatch();
    this.#refill();
    await this.#store(batch);
    if (this.#ended) return;
    this.#options.metrics.batchSeconds.observe((performance.now() - since) / 1_000);
    this.#committing = null;
    this.#refill();
    this.#goOn();
  }

  #refill(): void {
    const { batchReports } = this.#options.limits;
    let taken = 0;
    for (const item of this.#backlog) {
      if (this.#open.reports >= batchReports) break;
      this.#addToOpen(item);
      taken++;
    }
    if (taken > 0) this.#backlog = this.#backlog.slice(taken);
  }

  #goOn(): void {
    const { queueReports, queueBytes, batchWait } = this.#options.limits;
    if (this.#full && this.#queuedReports <= queueReports / 2 && this.#queuedBytes <= queueBytes / 2) {
      this.#full = false;
      this.#options.onFull(false);
    }
    if (this.#isIdle()) {
      for (const resolve of this.#idle.splice(0)) resolve();
    } else if (!this.#open.isEmpty && performance.now() - this.#openSince >= batchWait) {
      this.#start();
    } else {
      this.#schedule();
    }
  }

  /** Stores `batch`, for as long as it takes, and tells everybody. Comes back without only when the writer has ended. */
  async #store(batch: Batch): Promise<void> {
    let current = batch;
    for (let wait = FIRST_RETRY; !this.#ended; wait = Math.min(wait * 2, LONGEST_RETRY)) {
      try {
        this.#publish(current, await this.#commit(current));
        this.#settle(current.items, 'stored');
        return;
      } catch (error) {
        if (!(error instanceof CommitFailed)) throw error;
        const failure = failureOf(error.cause);
        this.#options.metrics.commitFailures.inc({ kind: failure });
        if (failure === 'data') {
          await this.#storeOneByOne(current.items);
          return;
        }
        if (failure === 'partition') {
          this.#options.partitions.forget();
          continue;
        }
        this.#setAvailable(false, error);
        await delay(wait, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
        const recovered = await this.#recover(error);
        if (recovered === 'committed' && error.committed !== null) {
          this.#publish(current, error.committed);
          this.#settle(current.items, 'stored');
          return;
        }
        if (recovered === 'anew') current = this.#workOutAgain(current.items);
      }
    }
  }

  async #commit(batch: Batch): Promise<Committed> {
    const { lock, partitions, clock } = this.#options;
    const committed = await commitBatch(lock, partitions, batch, clock.now());
    this.#setAvailable(true);
    return committed;
  }

  /**
   * Waits for the database and the lock. `retry`: the same transaction again, as the session is the same; `anew`: on the states
   * in the database; `committed`: it had gone through, only its end was not heard.
   */
  async #recover(failure: CommitFailed): Promise<'retry' | 'anew' | 'committed'> {
    const { lock } = this.#options;
    for (let wait = FIRST_RETRY; !this.#ended; wait = Math.min(wait * 2, LONGEST_RETRY)) {
      try {
        if (await lock.isHeld()) return 'retry';
        if (!(await lock.tryAcquire())) {
          this.end();
          this.#options.onLost();
          break;
        }
        await this.load();
        this.#options.partitions.forget();
        const { transactionId } = failure;
        if (transactionId === null || !(await lock.wasCommitted(transactionId))) return 'anew';
        return 'committed';
      } catch {
        // Still away; said already.
        await delay(wait, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
      }
    }
    return 'anew';
  }

  #setAvailable(available: boolean, error?: CommitFailed): void {
    if (available === this.#available) return;
    this.#available = available;
    if (available) this.#options.log.info('the database takes reports again');
    else
      this.#options.log.error(
        { err: error?.cause },
        'the database takes no reports; devices are not acknowledged',
      );
  }

  /** Batches that were worked out on states which are no longer true are made again from their items. */
  #workOutAgain(items: readonly ReportsItem[]): Batch {
    const batch = new Batch((trackerId) => this.#states.get(trackerId));
    for (const item of items) batch.add(item);
    this.#committing = batch;
    this.#workOutOpenAgain();
    return batch;
  }

  #workOutOpenAgain(): void {
    const { items } = this.#open;
    this.#open = this.#newBatch();
    for (const item of items) this.#open.add(item);
  }

  /** Something in the items cannot be stored: halves them until it is alone, and sets it aside. */
  async #storeOneByOne(items: readonly ReportsItem[]): Promise<void> {
    const single = items.flatMap((item) => item.reports.map((report) => ({ ...item, reports: [report] })));
    const gone = new Set<number>();
    await this.#storeParts(single, gone);
    this.#settle(
      items.filter((item) => !gone.has(item.tracker.trackerId)),
      'stored',
    );
    const refused = items.filter((item) => gone.has(item.tracker.trackerId));
    for (const item of refused) this.#options.onGone(item);
    this.#settle(refused, 'refused');
    this.#workOutOpenAgain();
  }

  async #storeParts(items: readonly ReportsItem[], gone: Set<number>): Promise<void> {
    const wanted = items.filter((item) => !gone.has(item.tracker.trackerId));
    const [first] = wanted;
    if (this.#ended || first === undefined) return;
    const batch = new Batch((trackerId) => this.#states.get(trackerId));
    for (const item of wanted) batch.add(item);
    this.#committing = batch;
    try {
      this.#publish(batch, await this.#commit(batch));
    } catch (error) {
      if (!(error instanceof CommitFailed)) throw error;
      if (failureOf(error.cause) !== 'data') {
        await this.#recover(error);
        await this.#storeParts(wanted, gone);
      } else if (wanted.length > 1) {
        const middle = Math.ceil(wanted.length / 2);
        await this.#storeParts(wanted.slice(0, middle), gone);
        await this.#storeParts(wanted.slice(middle), gone);
      } else if (isForeignKeyViolation(error.cause)) {
        gone.add(first.tracker.trackerId);
        this.forget(first.tracker.trackerId);
      } else {
        await this.#setAside(first, error.message);
      }
    }
  }

  async #setAside(item: ReportsItem, reason: string): Promise<void> {
    this.#options.log.error(
      { imei: item.tracker.imei, reason },
      'a report cannot be stored and was set aside',
    );
    const batch = new Batch(() => undefined);
    batch.reject(item, 'not-storable', reason);
    await this.#store(batch);
  }

  /** After the commit: what it changed becomes the truth of this server, and is told. */
  #publish(batch: Batch, { inserted, logged }: Committed): void {
    const { metrics, feed } = this.#options;
    for (const [trackerId, held] of batch.states) this.#states.set(trackerId, held);
    metrics.stored.inc(inserted);
    metrics.duplicates.inc(batch.positions.length - inserted);
    metrics.late.inc(batch.late);
    metrics.withoutPlace.inc(batch.withoutPlace);
    metrics.batchReports.observe(batch.reports);
    for (const { reason } of batch.rejected) metrics.rejected.inc({ reason });
    for (const { payload } of logged) metrics.notices.inc({ type: payload.noticeType });
    feed.states([...batch.states.values()].map(stateChange));
    feed.log(logged);
  }

  #settle(items: readonly ReportsItem[], outcome: 'stored' | 'refused'): void {
    const sources = new Set<ReportSource>();
    for (const item of items) {
      this.#queuedReports -= item.reports.length;
      this.#queuedBytes -= item.raw.length;
      item.source[outcome](item);
      sources.add(item.source);
    }
    for (const source of sources) source.flush();
    this.#options.metrics.queued.set(this.#queuedReports);
  }
}
