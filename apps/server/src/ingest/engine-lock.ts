import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { Database, Db, Tx } from '../db/database.ts';

/** Any number that nobody else on the database uses as an advisory lock: "engi" in ASCII. */
const ENGINE_LOCK = 0x656e6769;
const HOLDER_SETTING = 'wakeline.engine';

/**
 * When and how often, in seconds, PostgreSQL probes whether an idle engine is still alive. The lock of a machine that
 * lost power is free after half a minute instead of the system's two hours. It has no effect on connections without
 * TCP.
 */
const TCP_KEEP_ALIVE = { idle: 15, interval: 5, count: 3 } as const;

/** The connection that held the lock was lost, and the lock with it: another server may be the engine now. */
export class LockLostError extends Error {
  override readonly name = 'LockLostError';
}

/** How long a partition waits for the session of another server that was ended, milliseconds, and between two attempts. */
const EVICTION_TIMEOUT = 5_000;
const EVICTION_INTERVAL = 20;

/**
 * The right to write, and the only connection on which it can be used: a lock belongs to its connection, so a server that
 * loses one loses the other. The driver reconnects automatically; a setting that only the session with the lock has
 * identifies a new connection.
 *
 * The first lock makes a server the engine. Each further partition of trackers has its own lock, which only the engine takes:
 *
 * - A server that takes the first lock ends all sessions that hold the lock of a partition.
 * - A server that takes the lock of a partition looks afterwards whether it still holds the first one.
 *
 * In a cluster each partition has its own engine; then the first lock is shared.
 *
 * Either the engine finds the session of a former one and ends it, or the former one finds that it is no longer the engine.
 */
export class EngineLock {
  readonly #open: () => Database;
  readonly #first: EngineLock | null;
  readonly #partition: number;
  readonly #isOfCluster: boolean;
  #database: Database | null = null;
  #session = '';
  #lastStep: Promise<unknown> = Promise.resolve();

  /**
   * @param first the lock of the engine; null: this is it. `cluster`: engines of a cluster own the partitions, and none is
   * the first.
   */
  constructor(open: () => Database, partition = 0, first: EngineLock | 'cluster' | null = null) {
    this.#open = open;
    this.#partition = partition;
    this.#isOfCluster = first === 'cluster';
    this.#first = first === 'cluster' ? null : first;
  }

  /** Identifies the session that holds the lock: what was read in another one may be out of date. */
  get session(): string {
    return this.#session;
  }

  /** Whether the session is still the one that took the lock. Throws what the database throws. */
  async isHeld(): Promise<boolean> {
    if (this.#database === null) return false;
    return (await holderOf(this.#database.db)) === this.#session;
  }

  /**
   * Tries to take the lock, on a new connection. False when another server is the engine. Throws what the database
   * throws.
   */
  tryAcquire(): Promise<boolean> {
    return this.#serialize(() => this.#acquire());
  }

  /** Takes the lock again if its connection was lost. False when another server is the engine. Throws as `tryAcquire`. */
  recover(): Promise<boolean> {
    return this.#serialize(async () => {
      if (this.#first !== null && !(await this.#first.recover())) return false;
      return (await this.isHeld()) || this.#acquire();
    });
  }

  #serialize<Result>(step: () => Promise<Result>): Promise<Result> {
    const done = this.#lastStep.then(step);
    this.#lastStep = done.catch(() => undefined);
    return done;
  }

  async #acquire(): Promise<boolean> {
    await this.release();
    this.#database = this.#open();
    this.#session = randomUUID();
    if (!(await this.#lock(this.#database.db))) {
      await this.release();
      return false;
    }
    if (this.#isOfCluster) return true;
    if (this.#first === null) await endPartitionSessions(this.#database.db);
    else if (!(await this.#first.isHeld())) {
      await this.release();
      return false;
    }
    return true;
  }

  /** Another server that was the engine may hold the lock of a partition until its session has ended. */
  async #lock(db: Db): Promise<boolean> {
    const until = performance.now() + (this.#first === null ? 0 : EVICTION_TIMEOUT);
    while (true) {
      const { rows } = await sql<{ acquired: boolean }>`
        select ${this.#tryLock()} as acquired, set_config(${HOLDER_SETTING}, ${this.#session}, false),
          set_config('tcp_keepalives_idle', ${String(TCP_KEEP_ALIVE.idle)}, false),
          set_config('tcp_keepalives_interval', ${String(TCP_KEEP_ALIVE.interval)}, false),
          set_config('tcp_keepalives_count', ${String(TCP_KEEP_ALIVE.count)}, false)`.execute(db);
      if (rows[0]?.acquired === true) return true;
      if (performance.now() >= until) return false;
      await delay(EVICTION_INTERVAL);
    }
  }

  #tryLock(): RawBuilder<boolean> {
    const ofPartition = sql<boolean>`pg_try_advisory_lock(${ENGINE_LOCK}, ${this.#partition})`;
    // The engine of a single machine waits until no engine of a cluster shares its lock, and the other way round.
    if (this.#isOfCluster) return sql`pg_try_advisory_lock_shared(${ENGINE_LOCK}) and ${ofPartition}`;
    return this.#first === null ? sql`pg_try_advisory_lock(${ENGINE_LOCK})` : ofPartition;
  }

  /** The connection of the engine, for work outside batches. Throws LockLostError when the lock is not held. */
  get db(): Db {
    if (this.#database === null) throw new LockLostError();
    return this.#database.db;
  }

  /**
   * Runs `work` in a transaction that only the engine can commit.
   *
   * @param onStarted receives the id of the transaction before anything else is written; `wasCommitted` takes it.
   * @throws LockLostError, or what the database or `work` throws. The transaction may still have been committed if
   * the connection was lost during the commit.
   */
  async transaction<Result>(
    work: (tx: Tx) => Promise<Result>,
    onStarted: (transactionId: string) => void,
  ): Promise<Result> {
    return this.db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ holder: string | null; xid: string }>`
        select current_setting(${HOLDER_SETTING}, true) as holder, pg_current_xact_id()::text as xid`.execute(
        tx,
      );
      const [row] = rows;
      if (row?.holder !== this.#session) throw new LockLostError();
      if (this.#database?.canFailOver === true) {
        const token = randomUUID();
        onStarted(token);
        await this.#mark(tx, token);
      } else onStarted(row.xid);
      return work(tx);
    });
  }

  /** Makes the transaction recognizable on a server that has taken over, where its number can be that of another one. */
  async #mark(tx: Tx, token: string): Promise<void> {
    await tx
      .insertInto('engine_commit')
      .values({ partition: this.#partition, token })
      .onConflict((conflict) => conflict.column('partition').doUpdateSet({ token }))
      .execute();
  }

  /** Whether a transaction whose confirmation was lost was committed. Throws what the database throws. */
  async wasCommitted(transactionId: string): Promise<boolean> {
    if (this.#database?.canFailOver === true) {
      const row = await this.db
        .selectFrom('engine_commit')
        .where('partition', '=', this.#partition)
        .where('token', '=', transactionId)
        .select('token')
        .executeTakeFirst();
      return row !== undefined;
    }
    const { rows } = await sql<{
      status: string | null;
    }>`select pg_xact_status(${transactionId}::xid8) as status`.execute(this.db);
    return rows[0]?.status === 'committed';
  }

  async release(): Promise<void> {
    const database = this.#database;
    this.#database = null;
    if (database === null) return;
    // A transaction that hangs is aborted: it was not acknowledged.
    await database.close('cut');
  }
}

async function holderOf(db: Db): Promise<string | null> {
  const { rows } = await sql<{
    holder: string | null;
  }>`select current_setting(${HOLDER_SETTING}, true) as holder`.execute(db);
  return rows[0]?.holder ?? null;
}

/** The partitions whose locks any server holds. */
export async function readHeldPartitions(db: Db): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ partition: number }>`
    select objid::int as partition from pg_locks
    where locktype = 'advisory' and granted and classid = ${ENGINE_LOCK} and objsubid = 2
      and database = (select oid from pg_database where datname = current_database())`.execute(db);
  return new Set(rows.map(({ partition }) => partition));
}

/** Ends the sessions that hold the lock of a partition: those of a server that was the engine before. */
async function endPartitionSessions(db: Db): Promise<void> {
  await sql`
    select pg_terminate_backend(pid) from pg_locks
    where locktype = 'advisory' and granted and classid = ${ENGINE_LOCK} and objsubid = 2
      and database = (select oid from pg_database where datname = current_database())`.execute(db);
}
