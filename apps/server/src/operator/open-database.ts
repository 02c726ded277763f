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
 * Opens the database for a program on the command line: the one of DATABASE_URL, or that of the data folder, where a
 * running server's is joined and otherwise PostgreSQL is started for as long as the program works. Servers stay as they
 * are: they hear of changes by the events that are sent with them (`sendEvent`).
 *
 * @param schema `as-is`: whatever the database has had so far; otherwise it is brought up to date where no server works with it.
 * @throws CommandError when a running server has a database that this program would have to bring up to date; Error
 * when the database cannot be reached.
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
  const { db, close: disconnect } = connect(url, 2);
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

/** Whether somebody else of ours is connected. Asked over our first connection: there is no other one yet. */
async function hasRunningServer(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select 1 from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and application_name like 'wakeline%'
    limit 1`.execute(db);
  return rows.length > 0;
}

/** Tables are not changed under a server that works with them. */
async function requireCurrentSchema(db: Db): Promise<void> {
  const missing = await pendingMigrations(db);
  if (missing.length === 0) return;
  throw new CommandError(
    `an older server works on this database, which has not had ${missing.join(', ')}: update and start it first`,
  );
}
