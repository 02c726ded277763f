import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../clock.ts';
import { failureOf, isForeignKeyViolation } from '../db/database-failure.ts';
import type { LiveFeed } from '../live/feed.ts';
import type { Partitions } from '../positions/partitions.ts';
import { removedOf } from '../trackers/registered.ts';
import { Batch, type FenceView } from './batch.ts';
import { CommitFailed, type Committed, commitBatch } from './commit.ts';
import type { EngineLock } from './engine-lock.ts';
import type { IngestMetrics } from './metrics.ts';
import { RejectedReports } from './rejected-reports.ts';
import type { ReportsItem } from './report-item.ts';
import { type HeldState, loadStates, stateChange } from './state-table.ts';

/** Milliseconds before a failed transaction is tried again: first and longest. */
const FIRST_RETRY = 50;
const LONGEST_RETRY = 1_000;

export interface BatchStoreOptions {
  readonly lock: EngineLock;
  readonly partitions: Partitions;
  readonly feed: LiveFeed;
  readonly fences: FenceView;
  readonly metrics: IngestMetrics;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  /** The lock is another server's: nothing more can be stored here. */
  readonly onLost: () => void;
}

export interface StoreOutcome {
  /** In the database, as positions or set aside. */
  readonly stored: readonly ReportsItem[];
  /** Of trackers that have been removed meanwhile. */
  readonly refused: readonly ReportsItem[];
  /** The states that this left are not those of the batch: what was worked out on top of it is worked out again. */
  readonly reworked: boolean;
}

const NONE: readonly ReportsItem[] = [];

/**
 * Stores one batch after the other, each for as long as it takes, and keeps the states that the commits leave. What a commit
 * changed is told to the live part before `store` resolves.
 */
export class BatchStore {
  readonly #options: BatchStoreOptions;
  readonly #stopping = new AbortController();
  #states = new Map<number, HeldState>();
  #available = true;

  constructor(options: BatchStoreOptions) {
    this.#options = options;
  }

  /** The states that commits have left. */
  get states(): ReadonlyMap<number, HeldState> {
    return this.#states;
  }

  /** False while commits fail because the database is away. */
  get available(): boolean {
    return this.#available;
  }

  get ended(): boolean {
    return this.#stopping.signal.aborted;
  }

  async load(): Promise<void> {
    this.#states = await loadStates(this.#options.lock.db);
  }

  /** Forgets a tracker that has been removed. */
  forget(trackerId: number): void {
    this.#states.delete(trackerId);
  }

  end(): void {
    this.#stopping.abort();
  }

  /** Resolves when every item is in the database; null when it ended before, and nobody knows what became of the batch. */
  async store(batch: Batch): Promise<StoreOutcome | null> {
    const { items } = batch;
    let current = batch;
    const failure = await this.#try(batch, () => {
      current = this.#batchOf(items);
      return current;
    });
    if (failure === 'ended') return null;
    if (failure === null) return { stored: items, refused: NONE, reworked: current !== batch };
    return this.#storeApart(batch);
  }

  /**
   * Commits a batch, for as long as it takes. `anew` makes it again, on the states in the database.
   *
   * @returns null when it is in the database; the failure when something in it cannot be stored.
   */
  async #try(batch: Batch, anew: () => Batch): Promise<null | 'ended' | CommitFailed> {
    let current = batch;
    for (let wait = FIRST_RETRY; !this.ended; wait = Math.min(wait * 2, LONGEST_RETRY)) {
      try {
        this.#publish(current, await this.#commit(current));
        return null;
      } catch (failed) {
        const { kind, error } = await this.#judge(failed);
        if (kind === 'data') return error;
        if (kind === 'away') await this.#pause(wait);
        const recovered = kind === 'away' ? await this.#recover(error) : 'retry';
        if (recovered === 'committed' && error.committed !== null) {
          this.#publish(current, error.committed);
          return null;
        }
        if (recovered === 'anew') current = anew();
      }
    }
    return 'ended';
  }

  async #commit(batch: Batch): Promise<Committed> {
    const { lock, partitions, clock } = this.#options;
    const committed = await commitBatch(lock, partitions, batch, clock.now());
    this.#setAvailable(null);
    return committed;
  }

  /** What a failed transaction asks for. Throws whatever is not the failure of one. */
  async #judge(error: unknown): Promise<{ kind: 'data' | 'partition' | 'away'; error: CommitFailed }> {
    if (!(error instanceof CommitFailed)) throw error;
    const kind = failureOf(error.cause);
    this.#options.metrics.commitFailures.inc({ kind });
    if (kind === 'partition') this.#options.partitions.forget();
    if (kind === 'away') this.#setAvailable(error);
    return { kind, error };
  }

  /**
   * Waits for the database and the lock. `retry`: the same transaction again, as the session is the same; `anew`: on the states
   * in the database; `committed`: it had gone through, only its end was not heard.
   */
  async #recover({ transactionId }: CommitFailed): Promise<'retry' | 'anew' | 'committed'> {
    const { lock } = this.#options;
    for (let wait = FIRST_RETRY; !this.ended; wait = Math.min(wait * 2, LONGEST_RETRY)) {
      try {
        if (await lock.isHeld()) return 'retry';
        if (!(await lock.tryAcquire())) {
          this.end();
          this.#options.onLost();
          break;
        }
        await this.load();
        this.#options.partitions.forget();
        if (transactionId === null || !(await lock.wasCommitted(transactionId))) return 'anew';
        return 'committed';
      } catch {
        // Still away; said already.
        await this.#pause(wait);
      }
    }
    return 'anew';
  }

  async #pause(ms: number): Promise<void> {
    await delay(ms, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
  }

  #setAvailable(failure: CommitFailed | null): void {
    if (this.#available === (failure === null)) return;
    this.#available = failure === null;
    const { log } = this.#options;
    if (failure === null) log.info('the database takes reports again');
    else log.error({ err: failure.cause }, 'the database takes no reports; devices are not acknowledged');
  }

  #batchOf(items: readonly ReportsItem[]): Batch {
    const batch = new Batch((trackerId) => this.#states.get(trackerId), this.#options.fences);
    for (const item of items) batch.add(item);
    return batch;
  }

  /** Something in the items cannot be stored: finds it, and stores the rest. */
  async #storeApart({ items, states }: Batch): Promise<StoreOutcome | null> {
    await this.#forgetRemoved([...states.keys()]);
    const single = items.flatMap((item) =>
      item.reports.map((report, index) => ({
        ...item,
        reports: [report],
        unreadable: index === 0 ? item.unreadable : [],
      })),
    );
    const gone = new Set<number>();
    const rejected = new RejectedReports();
    await this.#storeHalves(single, gone, rejected);
    await this.#storeRejected(rejected);
    if (this.ended) return null;
    const isGone = ({ tracker }: ReportsItem) => gone.has(tracker.trackerId);
    return { stored: items.filter((item) => !isGone(item)), refused: items.filter(isGone), reworked: true };
  }

  /** A tracker whose removal was not heard of would fail each batch that looks whether it has fallen silent. */
  async #forgetRemoved(trackerIds: readonly number[]): Promise<void> {
    try {
      for (const id of await removedOf(this.#options.lock.db, trackerIds)) this.forget(id);
    } catch {
      // The database went away meanwhile: what follows waits for it, and they are found when they fail the next batch.
    }
  }

  /** Halves the items until what cannot be stored is alone. What is to be set aside of them is left in `rejected`. */
  async #storeHalves(
    items: readonly ReportsItem[],
    gone: Set<number>,
    rejected: RejectedReports,
  ): Promise<void> {
    const wanted = items.filter(({ tracker }) => !gone.has(tracker.trackerId));
    const [first] = wanted;
    if (this.ended || first === undefined) return;
    let ofThese = new RejectedReports();
    const make = () => {
      const batch = this.#batchOf(wanted);
      ofThese = batch.takeRejected();
      return batch;
    };
    const failure = await this.#try(make(), make);
    if (failure === 'ended') return;
    if (failure === null) {
      rejected.addAll(ofThese);
    } else if (wanted.length > 1) {
      const middle = Math.ceil(wanted.length / 2);
      await this.#storeHalves(wanted.slice(0, middle), gone, rejected);
      await this.#storeHalves(wanted.slice(middle), gone, rejected);
    } else if (isForeignKeyViolation(failure.cause)) {
      gone.add(first.tracker.trackerId);
      this.forget(first.tracker.trackerId);
    } else {
      const { imei } = first.tracker;
      this.#options.log.error({ imei, reason: failure.message }, 'a report cannot be stored');
      rejected.addAll(ofThese);
      rejected.add(first, 'not-storable', failure.message);
    }
  }

  /** Together, so that a frame's bytes are kept once. Whoever ends before it has acknowledged nothing, and gets all again. */
  async #storeRejected(rejected: RejectedReports): Promise<void> {
    if (rejected.isEmpty) return;
    const batch = new Batch(() => undefined, this.#options.fences);
    batch.rejected.addAll(rejected);
    await this.store(batch);
  }

  /** After the commit: what it changed becomes the truth of this server, and is told. */
  #publish(batch: Batch, { inserted, logged }: Committed): void {
    const { metrics, feed } = this.#options;
    for (const [trackerId, held] of batch.states) this.#states.set(trackerId, held);
    metrics.stored.inc(inserted);
    metrics.duplicates.inc(batch.positions.length - inserted);
    metrics.late.inc(batch.late);
    metrics.withoutPlace.inc(batch.withoutPlace);
    metrics.untold.inc(batch.untold);
    metrics.batchReports.observe(batch.reports);
    for (const [reason, count] of batch.rejected.counts()) metrics.rejected.inc({ reason }, count);
    for (const { payload } of logged) metrics.notices.inc({ type: payload.noticeType });
    feed.states([...batch.states.values()].map(stateChange));
    feed.log(logged);
  }
}
