import { randomUUID } from 'node:crypto';
import type { Sql, TransactionSql } from 'postgres';
import type { Database } from '../db/database.ts';

/** Any number will do as long as nobody else on the database takes it: "engi" in ASCII. */
const ENGINE_LOCK = 0x656e6769;
const END_WAIT_SECONDS = 1;
const HOLDER = 'wakeline.engine';

/** The connection that held the lock is gone, and the lock with it: perhaps another server is the engine now. */
export class LockLost extends Error {
  override readonly name = 'LockLost';
}

/**
 * The right to be the engine, and the one connection on which the engine writes. The lock belongs to that connection, so that a
 * server that lost the one has lost the other: it cannot write any more while another server is the engine. The driver
 * makes a new connection by itself; it is told apart by a setting that only the session with the lock has.
 */
export class EngineLock {
  readonly #open: () => Database;
  #database: Database | null = null;
  #holder = '';

  constructor(open: () => Database) {
    this.#open = open;
  }

  /** Whether the session still is the one that took the lock. Throws what the database throws. */
  async isHeld(): Promise<boolean> {
    if (this.#database === null) return false;
    const [row] = await this.#database.sql<{ holder: string | null }[]>`
      select current_setting(${HOLDER}, true) as holder`;
    return row?.holder === this.#holder;
  }

  /** Tries to become the engine, on a new connection. False when another server is. Throws what the database throws. */
  async tryAcquire(): Promise<boolean> {
    await this.release();
    this.#database = this.#open();
    this.#holder = randomUUID();
    const [row] = await this.#database.sql<{ acquired: boolean }[]>`
      select pg_try_advisory_lock(${ENGINE_LOCK}) as acquired, set_config(${HOLDER}, ${this.#holder}, false)`;
    if (row?.acquired === true) return true;
    await this.release();
    return false;
  }

  /** The engine's connection, for what happens outside of batches. Throws LockLost without one. */
  get sql(): Sql {
    if (this.#database === null) throw new LockLost();
    return this.#database.sql;
  }

  /**
   * Runs `work` in a transaction that only the engine can commit.
   *
   * @param begun is told the transaction's id before anything is written: `outcome` knows by it what became of it.
   * @throws LockLost, or what the database or `work` throws; then the transaction may have been committed all the same, if
   *   the connection was lost while it was.
   */
  async transaction<Result>(
    work: (tx: TransactionSql) => Promise<Result>,
    begun: (transactionId: string) => void,
  ): Promise<Result> {
    const result = await this.sql.begin(async (tx) => {
      const [row] = await tx<{ holder: string | null; xid: string }[]>`
        select current_setting(${HOLDER}, true) as holder, pg_current_xact_id()::text as xid`;
      if (row?.holder !== this.#holder) throw new LockLost();
      begun(row.xid);
      return work(tx);
    });
    // `begin` unwraps arrays of promises in its type; `work` answers no such thing.
    return result as Result;
  }

  /** Whether a transaction whose end was not heard was committed. Throws what the database throws. */
  async wasCommitted(transactionId: string): Promise<boolean> {
    const [row] = await this.sql<{ status: string | null }[]>`
      select pg_xact_status(${transactionId}::xid8) as status`;
    return row?.status === 'committed';
  }

  async release(): Promise<void> {
    const database = this.#database;
    this.#database = null;
    if (database === null) return;
    // A transaction that hangs is cut off: it was not acknowledged.
    await database.sql.end({ timeout: END_WAIT_SECONDS });
    await database.close();
  }
}
