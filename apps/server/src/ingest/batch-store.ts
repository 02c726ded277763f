import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { LiveFeed } from '../live/feed.ts';
import type { Partitions } from '../positions/partitions.ts';
import { Batch } from './batch.ts';
import { CommitFailed, type Committed, commitBatch } from './commit.ts';
import { failureOf, isForeignKeyViolation } from './database-failure.ts';
import type { EngineLock } from './engine-lock.ts';
import type { IngestMetrics } from './metrics.ts';
import type { ReportsItem } from './report-item.ts';
import { type HeldState, loadStates, stateChange } from './state-table.ts';

/** Milliseconds before a failed transaction is tried again: first and longest. */
const FIRST_RETRY = 50;
const LONGEST_RETRY = 1_000;

export interface BatchStoreOptions {
  readonly lock: EngineLock;
  readonly partitions: Partitions;
  readonly feed: LiveFeed;
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
    let current = batch;
    for (let wait = FIRST_RETRY; !this.ended; wait = Math.min(wait * 2, LONGEST_RETRY)) {
      const { items } = current;
      const outcome = { stored: items, refused: NONE, reworked: current !== batch };
      try {
        this.#publish(current, await this.#commit(current));
        return outcome;
      } catch (error) {
        const failure = await this.#judge(error);
        if (failure.kind === 'data') return this.#storeApart(current);
        if (failure.kind === 'away') await this.#pause(wait);
        const recovered = failure.kind === 'away' ? await this.#recover(failure.error) : 'retry';
        if (recovered === 'committed' && failure.error.committed !== null) {
          this.#publish(current, failure.error.committed);
          return outcome;
        }
        if (recovered === 'anew') current = this.#batchOf(items);
      }
    }
    return null;
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
    const batch = new Batch((trackerId) => this.#states.get(trackerId));
    for (const item of items) batch.add(item);
    return batch;
  }

  /** Something in the items cannot be stored: finds it, and stores the rest. */
  async #storeApart({ items, states }: Batch): Promise<StoreOutcome | null> {
    await this.#forgetRemoved([...states.keys()]);
    const single = items.flatMap((item) => item.reports.map((report) => ({ ...item, reports: [report] })));
    const gone = new Set<number>();
    await this.#storeHalves(single, gone);
    if (this.ended) return null;
    const isGone = ({ tracker }: ReportsItem) => gone.has(tracker.trackerId);
    return { stored: items.filter((item) => !isGone(item)), refused: items.filter(isGone), reworked: true };
  }

  /** A tracker whose removal was not heard of would fail each batch that looks whether it has fallen silent. */
  async #forgetRemoved(trackerIds: readonly number[]): Promise<void> {
    try {
      const { rows } = await sql<{ id: number }>`
        select id from unnest(${trackerIds}::int[]) as id
        where not exists (select from tracker where tracker_id = id)`.execute(this.#options.lock.db);
      for (const { id } of rows) this.forget(id);
    } catch {
      // The database went away meanwhile: what follows waits for it, and they are found when they fail the next batch.
    }
  }

  /** Halves the items until what cannot be stored is alone, and sets it aside. */
  async #storeHalves(items: readonly ReportsItem[], gone: Set<number>): Promise<void> {
    const wanted = items.filter(({ tracker }) => !gone.has(tracker.trackerId));
    const [first] = wanted;
    if (this.ended || first === undefined) return;
    const batch = this.#batchOf(wanted);
    try {
      this.#publish(batch, await this.#commit(batch));
    } catch (failed) {
      const { kind, error } = await this.#judge(failed);
      if (kind !== 'data') {
        if (kind === 'away') await this.#recover(error);
        await this.#storeHalves(wanted, gone);
      } else if (wanted.length > 1) {
        const middle = Math.ceil(wanted.length / 2);
        await this.#storeHalves(wanted.slice(0, middle), gone);
        await this.#storeHalves(wanted.slice(middle), gone);
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
    metrics.batchReports.observe(batch.reports);
    for (const { reason } of batch.rejected) metrics.rejected.inc({ reason });
    for (const { payload } of logged) metrics.notices.inc({ type: payload.noticeType });
    feed.states([...batch.states.values()].map(stateChange));
    feed.log(logged);
  }
}
