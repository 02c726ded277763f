import { sql } from 'kysely';
import { makeDataFolder } from '../config/data-folder.ts';
import type { Config } from '../config.ts';
import { connect, type Db } from '../db/database.ts';
import { startEmbedded } from '../db/embedded.ts';
import { migrate, pendingMigrations } from '../db/migrate.ts';
import { CommandError } from './command-error.ts';

export interface CommandDatabase {
  readonly db: Db;
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Opens the database for a command-line program: the one of DATABASE_URL, or the embedded one of the data folder. For the
 * latter it uses the PostgreSQL of a running server, or starts one for the duration of the program. Running servers receive
 * changes by the events sent with them (`sendEvent`).
 *
 * @param schema `as-is`: without migrations; otherwise the database is migrated unless a server is running.
 * @throws CommandError if a server is running on a database that would have to be migrated; Error if the database cannot
 * be reached.
 */
export async function openForCommand(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  schema: 'current' | 'as-is' = 'current',
): Promise<CommandDatabase> {
  if (databaseUrl === null) makeDataFolder(dataDir);
  const print = (message: string) => void process.stderr.write(`${message}\n`);
  const log = { info: () => undefined, warn: print, error: print };
  const embedded = databaseUrl === null ? await startEmbedded({ dataDir, log }) : null;
  const url = embedded?.url ?? databaseUrl ?? '';
  // A name of its own: what is connected with another one is another program.
  const { db, close: disconnect } = connect(url, 2, `wakeline-command-${process.pid}`);
  async function close(): Promise<void> {
    await disconnect();
    await embedded?.stop();
  }
  try {
    if (schema === 'current') {
      if (await hasRunningServer(db)) await requireCurrentSchema(db);
      else await migrate(db);
    }
    return { db, url, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Whether another Wakeline process is connected. Queried over our only connection. */
async function hasRunningServer(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select 1 from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and application_name like 'wakeline%'
    limit 1`.execute(db);
  return rows.length > 0;
}

/** Refuses to migrate the database of a running server. */
async function requireCurrentSchema(db: Db): Promise<void> {
  const missing = await pendingMigrations(db);
  if (missing.length === 0) return;
  throw new CommandError(
    `an older server is running on this database, without the migrations ${missing.join(', ')}: update and start it first`,
  );
}
