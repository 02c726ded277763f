import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { connect, type Database, type Db, sqlStateOf } from './database.ts';
import { startEmbedded } from './embedded.ts';
import { migrate } from './migrate.ts';
import { type EventSubscription, listen } from './notify.ts';

/**
 * Milliseconds for which an external database may be unavailable when the server starts (its machine may be starting,
 * too).
 */
const START_TIMEOUT = 60_000;
const RETRY_INTERVAL = 500;
/**
 * Milliseconds for one attempt: a server that accepts connections but never responds must not block the start
 * forever.
 */
const ATTEMPT_TIMEOUT = 10_000;
/** PostgreSQL 15 as `server_version_num`. */
const MIN_VERSION = 150_000;

export interface OpenDatabase {
  readonly url: string;
  readonly database: Database;
  readonly events: EventSubscription;
  /** Whether the database responds within `ms` milliseconds. */
  isResponding(ms: number): Promise<boolean>;
  close(): Promise<void>;
}

/** The database settings of the configuration. */
export interface DatabaseConfig {
  /** Null: the embedded database in `dataDir`. */
  readonly databaseUrl: string | null;
  readonly databaseConnections: number;
  readonly dataDir: string;
}

/**
 * Opens the configured database, by default the embedded one, and migrates it.
 *
 * @param signal aborts waiting for a database that does not respond.
 * @throws Error when it refuses the connection, is too old, or does not respond for a minute; AbortError after
 * `signal`.
 */
export async function openDatabase(
  config: DatabaseConfig,
  log: FastifyBaseLogger,
  signal: AbortSignal,
): Promise<OpenDatabase> {
  const undo: (() => Promise<void>)[] = [];
  async function close(): Promise<void> {
    for (let step = undo.pop(); step !== undefined; step = undo.pop()) await step();
  }
  try {
    const url = config.databaseUrl ?? (await openEmbedded(config, log, signal, undo));
    const database = connect(url, config.databaseConnections);
    undo.push(() => database.close());
    // When aborted, pending queries are not awaited; closing the connection rolls back a migration.
    const closeNow = () => void database.close('cut');
    signal.addEventListener('abort', closeNow);
    try {
      await waitUntilResponding(database, log, signal);
      for (const name of await migrate(database.db))
        log.info({ migration: name }, 'applied a database migration');
      signal.throwIfAborted();
    } catch (error) {
      await database.close('cut');
      if (config.databaseUrl === null || signal.aborted || error instanceof OldDatabaseError) throw error;
      throw new Error(`DATABASE_URL: ${error instanceof Error ? error.message : String(error)}`, {
        cause: error,
      });
    } finally {
      signal.removeEventListener('abort', closeNow);
    }
    const events = await listen(url, {
      onError: (error) => log.error({ err: error }, 'handling an event failed'),
    });
    undo.push(() => events.close());
    return { url, database, events, isResponding: (ms) => checkResponding(database, ms), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openEmbedded(
  config: DatabaseConfig,
  log: FastifyBaseLogger,
  signal: AbortSignal,
  undo: (() => Promise<void>)[],
): Promise<string> {
  const embedded = await startEmbedded({ dataDir: config.dataDir, log, signal });
  undo.push(() => embedded.stop());
  return embedded.url;
}

async function waitUntilResponding(
  { db }: Database,
  log: FastifyBaseLogger,
  signal: AbortSignal,
): Promise<void> {
  for (const deadline = Date.now() + START_TIMEOUT; ; ) {
    try {
      requireVersion(await Promise.race([readVersion(db), rejectAfterTimeout(signal)]));
      return;
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof OldDatabaseError || !isTransient(error) || Date.now() > deadline) throw error;
      log.warn(`the database does not respond yet: ${String(error)}`);
      await delay(RETRY_INTERVAL, undefined, { signal });
    }
  }
}

/** Rejects when an attempt takes too long. */
async function rejectAfterTimeout(signal: AbortSignal): Promise<never> {
  await delay(ATTEMPT_TIMEOUT, undefined, { signal, ref: false });
  throw new Error(`no response within ${ATTEMPT_TIMEOUT / 1_000} seconds`);
}

class OldDatabaseError extends Error {
  override readonly name = 'OldDatabaseError';
}

async function readVersion(db: Db): Promise<number> {
  const { rows } = await sql<{ version: string }>`
    select current_setting('server_version_num') as version`.execute(db);
  return Number(rows[0]?.version);
}

/** @throws OldDatabaseError for a `server_version_num` below that of PostgreSQL 15. */
export function requireVersion(version: number): void {
  if (version >= MIN_VERSION) return;
  throw new OldDatabaseError(
    `DATABASE_URL: PostgreSQL ${Math.floor(version / 10_000)} is too old, 15 or later is required`,
  );
}

/**
 * Whether an error may be temporary: any connection error (the machine may be starting), and of PostgreSQL's errors
 * "shutting down" (57P01), "starting up" (57P03) and "too many connections" (53300). A wrong password is not.
 */
function isTransient(error: unknown): boolean {
  const state = sqlStateOf(error);
  return state === null || ['57P01', '57P03', '53300'].includes(state);
}

async function checkResponding({ db }: Database, ms: number): Promise<boolean> {
  const query = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  );
  return Promise.race([query, delay(ms, false, { ref: false })]);
}
