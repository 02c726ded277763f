import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../clock.ts';
import { classifyFailure, isForeignKeyViolation, isUniqueViolation } from '../db/database-failure.ts';
import type { Partitions } from '../db/partitions.ts';
import type { EventArchive } from '../events/event-archive.ts';
import type { LiveFeed } from '../live/feed.ts';
import { markTracksRemoved } from '../positions/delete-tracks.ts';
import type { BatchInsertion, PositionStore } from '../positions/position-store.ts';
import { findRemoved } from '../trackers/registered.ts';
import { Batch, type SetupView } from './batch.ts';
import { CommitError, type CommitResult, commitBatch, type InsertOutside } from './commit.ts';
import { type EngineLock, LockLostError } from './engine-lock.ts';
import type { IngestMetrics } from './metrics.ts';
import { PackedStates } from './packed-states.ts';
import { RejectedReports } from './rejected-reports.ts';
import type { ReportsItem } from './report-item.ts';
import { loadStates, toStateChange } from './state-table.ts';
import { OffsetMovedError, type StreamOffset } from './stream/stream-offset.ts';
import type { TrackerPartition } from './tracker-partition.ts';

/** Milliseconds before a failed transaction is retried: initial and maximum. */
const INITIAL_RETRY_DELAY = 50;
const MAX_RETRY_DELAY = 1_000;

export interface BatchStoreOptions extends SetupView {
  /** Of the partition. */
  readonly lock: EngineLock;
  readonly partition: TrackerPartition;
  readonly positions: PositionStore;
  readonly eventArchive: EventArchive | null;
  readonly partitions: Partitions;
  /** Of the stream from which the reports come; null: they come from devices. */
  readonly offset: StreamOffset | null;
  readonly feed: LiveFeed;
  readonly metrics: IngestMetrics;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  /** Something was stored that is forwarded to other systems. */
  readonly onForwarded: () => void;
  /** Another server holds the lock: nothing more can be stored here. */
  readonly onLockLost: () => void;
}

export interface StoreOutcome {
  /** Now in the database, as positions or as rejected reports. */
  readonly stored: readonly ReportsItem[];
  /** Their trackers have been removed in the meantime. */
  readonly refused: readonly ReportsItem[];
  /**
   * The resulting states differ from those of the batch: whatever was computed on top of them must be computed again.
   */
  readonly rebuilt: boolean;
}

const NO_ITEMS: readonly ReportsItem[] = [];

/**
 * Stores one batch of a partition after the other, however long each takes, and caches the states that the commits leave. Changes of
 * a commit are passed to the live feed before `store` resolves.
 */
export class BatchStore {
  readonly #options: BatchStoreOptions;
  readonly #stopping = new AbortController();
  readonly #insertion: BatchInsertion | null;
  #states = new PackedStates();
  /** In which the states were read: in another one they may be out of date. */
  #session = '';
  #available = true;

  constructor(options: BatchStoreOptions) {
    this.#options = options;
    this.#insertion = options.positions.outside?.openBatchInsertion() ?? null;
  }

  /** The states that the commits have left. */
  get states(): Pick<PackedStates, 'get' | 'ids' | 'accountIdOf'> {
    return this.#states;
  }

  /** False while commits fail because the database is unavailable. */
  get available(): boolean {
    return this.#available;
  }

  get isStopped(): boolean {
    return this.#stopping.signal.aborted;
  }

  /** Reads the states. Resolves to whether another engine has stored messages of the stream since the last time. */
  async load(): Promise<boolean> {
    const { lock, partition, offset } = this.#options;
    this.#session = lock.session;
    this.#states = await loadStates(lock.db, partition);
    return (await offset?.load(lock.db)) ?? false;
  }

  transfer(trackerId: number, accountId: number): void {
    const stored = this.#states.get(trackerId);
    if (stored !== undefined) this.#states.set({ ...stored, accountId });
  }

  /** Drops the state of a removed tracker. */
  evict(trackerId: number): void {
    this.#states.delete(trackerId);
  }

  stop(): void {
    this.#stopping.abort();
  }

  /**
   * Resolves when every item is in the database; null when the store was stopped before, so the result of the batch
   * is unknown.
   */
  async store(batch: Batch): Promise<StoreOutcome | null> {
    const { items, offset } = batch;
    let current = batch;
    const failure = await this.#try(batch, () => {
      current = this.#batchOf(items);
      current.offset = offset;
      return current;
    });
    if (failure === 'stopped') return null;
    if (failure === null) return { stored: items, refused: NO_ITEMS, rebuilt: current !== batch };
    return this.#storeSplit(batch);
  }

  /**
   * Commits a batch and retries until it succeeds. `rebuild` makes it again on the states in the database.
   *
   * @returns null when it is in the database; the failure when something in it cannot be stored.
   */
  async #try(batch: Batch, rebuild: () => Batch): Promise<null | 'stopped' | CommitError> {
    let current = batch;
    const insertOutside = this.#insertOutside();
    for (let wait = INITIAL_RETRY_DELAY; !this.isStopped; wait = Math.min(wait * 2, MAX_RETRY_DELAY)) {
      try {
        this.#publish(current, await this.#commit(current, insertOutside));
        return null;
      } catch (failed) {
        const { kind, error } = await this.#classify(failed);
        // A position that must be new exists: an imported track has it. None is taken for new in the next attempt.
        if (isUniqueViolation(error.cause) && current.positions.expectExisting()) continue;
        if (kind === 'data') return error;
        if (kind === 'away') await this.#pause(wait);
        const recovered = kind === 'away' ? await this.#recover(error) : 'retry';
        if (recovered === 'committed' && error.committed !== null) {
          this.#publish(current, error.committed);
          return null;
        }
        if (recovered === 'rebuild') current = rebuild();
      }
    }
    return 'stopped';
  }

  async #commit(batch: Batch, insertOutside: InsertOutside | null): Promise<CommitResult> {
    const { lock, clock } = this.#options;
    if (lock.session !== this.#session) throw new CommitError(new LockLostError(), null, null);
    const committed = await commitBatch(this.#options, batch, clock.now(), insertOutside);
    this.#setAvailable(null);
    return committed;
  }

  /** Stores positions outside of the database, all attempts of a batch alike; null: they are in the database. */
  #insertOutside(): InsertOutside | null {
    const insertion = this.#insertion;
    if (insertion === null) return null;
    const stamp = insertion.stampAt(this.#options.clock.now());
    const newest = (trackerId: number) => this.#states.get(trackerId)?.state.position?.time ?? null;
    return (columns) => insertion.insert(columns, { stamp, newest });
  }

  /** Classifies a failed transaction. Rethrows any other error. */
  async #classify(error: unknown): Promise<{ kind: 'data' | 'partition' | 'away'; error: CommitError }> {
    if (!(error instanceof CommitError)) throw error;
    if (error.cause instanceof OffsetMovedError) throw error.cause;
    const kind = classifyFailure(error.cause);
    this.#options.metrics.commitFailures.inc({ kind });
    if (kind === 'partition') this.#options.partitions.clearCache();
    if (kind === 'away') this.#setAvailable(error);
    return { kind, error };
  }

  /**
   * Waits for the database and the lock. `retry`: run the same transaction again, because the session is the same;
   * `rebuild`: run it on the states in the database; `committed`: it was committed, only the confirmation was lost.
   */
  async #recover({ transactionId }: CommitError): Promise<'retry' | 'rebuild' | 'committed'> {
    const { lock } = this.#options;
    for (let wait = INITIAL_RETRY_DELAY; !this.isStopped; wait = Math.min(wait * 2, MAX_RETRY_DELAY)) {
      try {
        if (!(await lock.recover())) {
          this.stop();
          this.#options.onLockLost();
          break;
        }
        if (lock.session === this.#session) return 'retry';
        const hasMoved = await this.load();
        this.#options.partitions.clearCache();
        if (transactionId !== null && (await lock.wasCommitted(transactionId))) return 'committed';
        if (!hasMoved) return 'rebuild';
        this.stop();
        this.#options.onLockLost();
        break;
      } catch {
        // Still unavailable, which has been logged.
        await this.#pause(wait);
      }
    }
    return 'rebuild';
  }

  async #pause(ms: number): Promise<void> {
    await delay(ms, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
  }

  #setAvailable(failure: CommitError | null): void {
    if (this.#available === (failure === null)) return;
    this.#available = failure === null;
    const { log } = this.#options;
    if (failure === null) log.info('the database accepts reports again');
    else log.error({ err: failure.cause }, 'the database accepts no reports; devices are not acknowledged');
  }

  #batchOf(items: readonly ReportsItem[]): Batch {
    const batch = new Batch((trackerId) => this.#states.get(trackerId), this.#options);
    for (const item of items) batch.add(item);
    return batch;
  }

  /** Called when some item cannot be stored: isolates it, and stores the rest. */
  async #storeSplit({ items, states, offset }: Batch): Promise<StoreOutcome | null> {
    await this.#evictRemoved([...states.keys()]);
    const single = items.flatMap((item) =>
      item.reports.map((report, index) => ({
        ...item,
        reports: [report],
        unreadable: index === 0 ? item.unreadable : [],
      })),
    );
    const removedIds = new Set<number>();
    const rejected = new RejectedReports();
    await this.#storeHalves(single, removedIds, rejected);
    await this.#storeRejected(rejected, offset);
    if (this.isStopped) return null;
    const isRemoved = ({ tracker }: ReportsItem) => removedIds.has(tracker.trackerId);
    return {
      stored: items.filter((item) => !isRemoved(item)),
      refused: items.filter(isRemoved),
      rebuilt: true,
    };
  }

  /** A tracker whose removal event was missed would fail every batch that checks for inactive trackers. */
  async #evictRemoved(trackerIds: readonly number[]): Promise<void> {
    try {
      for (const id of await findRemoved(this.#options.lock.db, trackerIds)) this.evict(id);
    } catch {
      // The database became unavailable: the next step waits for it. Removed trackers are found when they fail the
      // next batch.
    }
  }

  /**
   * Halves the items until the one that cannot be stored is isolated. Collects what must be set aside in `rejected`.
   */
  async #storeHalves(
    items: readonly ReportsItem[],
    removedIds: Set<number>,
    rejected: RejectedReports,
  ): Promise<void> {
    const remaining = items.filter(({ tracker }) => !removedIds.has(tracker.trackerId));
    const [first] = remaining;
    if (this.isStopped || first === undefined) return;
    let batchRejected = new RejectedReports();
    const makeBatch = () => {
      const batch = this.#batchOf(remaining);
      batchRejected = batch.takeRejected();
      return batch;
    };
    const failure = await this.#try(makeBatch(), makeBatch);
    if (failure === 'stopped') return;
    if (failure === null) {
      rejected.addAll(batchRejected);
    } else if (remaining.length > 1) {
      const middle = Math.ceil(remaining.length / 2);
      await this.#storeHalves(remaining.slice(0, middle), removedIds, rejected);
      await this.#storeHalves(remaining.slice(middle), removedIds, rejected);
    } else if (isForeignKeyViolation(failure.cause)) {
      removedIds.add(first.tracker.trackerId);
      this.evict(first.tracker.trackerId);
      if (this.#insertion !== null) await this.#markRemoved(first.tracker.trackerId);
    } else {
      const { imei } = first.tracker;
      this.#options.log.error({ imei, reason: failure.message }, 'a report cannot be stored');
      rejected.addAll(batchRejected);
      rejected.add(first, 'not-storable', failure.message);
    }
  }

  /** Positions outside of the database were stored after the history of the tracker was deleted: it is deleted again. */
  async #markRemoved(trackerId: number): Promise<void> {
    const { lock, log } = this.#options;
    try {
      await lock.transaction(
        (tx) => markTracksRemoved(tx, [trackerId]),
        () => undefined,
      );
    } catch (error) {
      log.warn({ err: error, trackerId }, 'positions of a removed device stay stored');
    }
  }

  /**
   * Stores them together, so that the bytes of a frame are stored once. If the server stops before, nothing was
   * acknowledged and devices send everything again. With them the messages of the stream are complete.
   */
  async #storeRejected(rejected: RejectedReports, offset: number | null): Promise<void> {
    if (rejected.isEmpty && offset === null) return;
    const makeBatch = () => {
      const batch = new Batch(() => undefined, this.#options);
      batch.rejected.addAll(rejected);
      batch.offset = offset;
      return batch;
    };
    const failure = await this.#try(makeBatch(), makeBatch);
    if (failure instanceof CommitError)
      this.#options.log.error({ err: failure }, 'rejected reports cannot be stored');
  }

  /** Runs after the commit: adopts the new states and publishes the changes. */
  #publish(batch: Batch, { inserted, logged }: CommitResult): void {
    const { metrics, feed, offset } = this.#options;
    if (batch.offset !== null) offset?.adopt(batch.offset);
    for (const stored of batch.states.values()) this.#states.set(stored);
    metrics.stored.inc(inserted);
    metrics.duplicates.inc(batch.positions.length - inserted);
    metrics.late.inc(batch.late);
    metrics.withoutFix.inc(batch.withoutFix);
    metrics.events.inc(batch.events.length);
    metrics.suppressedCrossings.inc(batch.suppressedCrossings);
    metrics.droppedCrossings.inc(batch.droppedCrossings);
    metrics.batchReports.observe(batch.reports);
    for (const [reason, count] of batch.rejected.counts()) metrics.rejected.inc({ reason }, count);
    for (const { payload } of logged) metrics.notices.inc({ type: payload.noticeType });
    const changed = [...batch.states.values()].filter(({ trackerId }) => !batch.unchanged.has(trackerId));
    feed.publishStates(changed.map(toStateChange));
    feed.publishLog(logged);
    if (!batch.forwards.isEmpty) this.#options.onForwarded();
  }
}
