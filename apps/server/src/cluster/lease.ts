import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import { type Database, sqlStateOf } from '../db/database.ts';

/** "leas" in ASCII: the class of the advisory locks of leases. */
const LEASE_CLASS = 0x6c656173;
/** What only one process of a cluster may do at a time. */
const LEASES = { worker: 1, feeds: 2 } as const;
/** Milliseconds between two attempts to get a lease, and two checks of one that is held. */
const INTERVAL = 1_000;

/** The right to do something that only one process may do. It belongs to a database connection of its own. */
export class Lease {
  readonly #open: () => Database;
  readonly #key: number;
  readonly #log: FastifyBaseLogger;
  #database: Database | null = null;
  #isHeld = false;
  #isChecking = false;
  #stop: (() => void) | null = null;
  #onAcquired: () => Promise<void> = async () => undefined;

  constructor(open: () => Database, name: keyof typeof LEASES, log: FastifyBaseLogger) {
    this.#open = open;
    this.#key = LEASES[name];
    this.#log = log;
  }

  /** As of the last check. */
  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** Tries to get the lease until `release` is called. @param onAcquired must not reject */
  async start(clock: Clock, onAcquired: () => Promise<void> = async () => undefined): Promise<void> {
    this.#onAcquired = onAcquired;
    await this.#check();
    this.#stop = clock.every(INTERVAL, () => void this.#check());
  }

  async release(): Promise<void> {
    this.#stop?.();
    this.#isHeld = false;
    await this.#close();
  }

  async #check(): Promise<void> {
    if (this.#isChecking) return;
    this.#isChecking = true;
    try {
      // The same session: taking a lock that it holds is counted, and another session cannot have it.
      this.#database ??= this.#open();
      const { rows } = await sql<{ held: boolean }>`
        select exists (
          select from pg_locks where locktype = 'advisory' and pid = pg_backend_pid() and granted
            and classid = ${LEASE_CLASS} and objid = ${this.#key} and objsubid = 2)
        or pg_try_advisory_lock(${LEASE_CLASS}, ${this.#key}) as held`.execute(this.#database.db);
      const wasHeld = this.#isHeld;
      this.#isHeld = rows[0]?.held === true;
      if (this.#isHeld && !wasHeld) await this.#onAcquired();
    } catch (error) {
      this.#isHeld = false;
      await this.#close();
      if (sqlStateOf(error) !== null) this.#log.warn({ err: error }, 'a lease could not be checked');
    } finally {
      this.#isChecking = false;
    }
  }

  async #close(): Promise<void> {
    const database = this.#database;
    this.#database = null;
    await database?.close('cut');
  }
}
