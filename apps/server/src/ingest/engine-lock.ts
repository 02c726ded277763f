import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
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

/**
 * The right to be the engine, and the only connection on which the engine writes. The lock belongs to that
 * connection, so a server that loses one loses the other: it cannot write while another server is the engine. The
 * driver reconnects automatically. A setting that only the session with the lock has identifies a new connection.
 */
export class EngineLock {
  readonly #open: () => Database;
  #database: Database | null = null;
  #holder = '';

  constructor(open: () => Database) {
    this.#open = open;
  }

  /** Whether the session is still the one that took the lock. Throws what the database throws. */
  async isHeld(): Promise<boolean> {
    if (this.#database === null) return false;
    return (await holderOf(this.#database.db)) === this.#holder;
  }

  /**
   * Tries to become the engine, on a new connection. False when another server is the engine. Throws what the
   * database throws.
   */
  async tryAcquire(): Promise<boolean> {
    await this.release();
    this.#database = this.#open();
    this.#holder = randomUUID();
    const { rows } = await sql<{ acquired: boolean }>`
      select pg_try_advisory_lock(${ENGINE_LOCK}) as acquired, set_config(${HOLDER_SETTING}, ${this.#holder}, false),
        set_config('tcp_keepalives_idle', ${String(TCP_KEEP_ALIVE.idle)}, false),
        set_config('tcp_keepalives_interval', ${String(TCP_KEEP_ALIVE.interval)}, false),
        set_config('tcp_keepalives_count', ${String(TCP_KEEP_ALIVE.count)}, false)`.execute(
      this.#database.db,
    );
    if (rows[0]?.acquired === true) return true;
    await this.release();
    return false;
  }

  /** The connection of the engine, for work outside batches. Throws LockLostError when the lock is not held. */
  get db(): Db {
    if (this.#database === null) throw new LockLostError();
    return this.#database.db;
  }

  /**
   * Runs `work` in a transaction that only the engine can commit.
   *
   * @param onStarted receives the id of the transaction before anything is written; `wasCommitted` takes it.
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
      if (row?.holder !== this.#holder) throw new LockLostError();
      onStarted(row.xid);
      return work(tx);
    });
  }

  /** Whether a transaction whose confirmation was lost was committed. Throws what the database throws. */
  async wasCommitted(transactionId: string): Promise<boolean> {
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
