import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { connect, type Database, type Db, sqlStateOf } from './database.ts';
import { startEmbedded } from './embedded.ts';
import { migrate } from './migrate.ts';
import { type EventSubscription, listen } from './notify.ts';

/** How long an outer database may be away when the server starts (its machine may be starting too), in milliseconds. */
const START_TIMEOUT = 60_000;
const RETRY_INTERVAL = 500;
/** How long one try may take: what takes connections and never answers would hold up the start for ever, in milliseconds. */
const ATTEMPT_TIMEOUT = 10_000;
/** PostgreSQL 15, as `server_version_num` has it. */
const MIN_VERSION = 150_000;

export interface OpenDatabase {
  readonly url: string;
  readonly database: Database;
  readonly events: EventSubscription;
  /** Whether the database answers within `ms` milliseconds. */
  isResponding(ms: number): Promise<boolean>;
  close(): Promise<void>;
}

/** What the configuration says of the database. */
export interface DatabaseConfig {
  /** Null: the embedded one, in `dataDir`. */
  readonly databaseUrl: string | null;
  readonly databaseConnections: number;
  readonly dataDir: string;
}

/**
 * Opens the database that the configuration names, the embedded one by default, and brings it up to date.
 *
 * @param signal ends the wait for a database that does not answer.
 * @throws Error when it refuses us, is too old, or does not answer for a minute; AbortError after `signal`.
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
    // Told to stop meanwhile, nobody waits for what the database has been asked; a migration is undone with its connection.
    const closeNow = () => void database.close('cut');
    signal.addEventListener('abort', closeNow);
    try {
      await waitUntilResponding(database, log, signal);
      for (const name of await migrate(database.db))
        log.info({ migration: name }, 'the database is brought up to date');
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
      onError: (error) => log.error({ err: error }, 'an event could not be handled'),
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
      log.warn(`the database does not answer yet: ${String(error)}`);
      await delay(RETRY_INTERVAL, undefined, { signal });
    }
  }
}

/** Rejects when a try has taken too long. */
async function rejectAfterTimeout(signal: AbortSignal): Promise<never> {
  await delay(ATTEMPT_TIMEOUT, undefined, { signal, ref: false });
  throw new Error(`no answer within ${ATTEMPT_TIMEOUT / 1_000} seconds`);
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
    `DATABASE_URL: PostgreSQL ${Math.floor(version / 10_000)} is too old, 15 or later is needed`,
  );
}

/**
 * Whether an error may go away by itself: whatever happens on the way to the database (its machine may be starting), and of
 * its own answers "shutting down" (57P01), "starting up" (57P03) and "too many connections" (53300). A wrong password does not.
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
