import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { withDatabase } from './connection-options.ts';
import { connect, type Db, sqlStateOf } from './database.ts';
import { prepareClusterPaths } from './embedded/cluster-paths.ts';
import { initialise, ROLE } from './embedded/initialise.ts';
import { type Log, launch, type RunningPostgres, stopPostmaster } from './embedded/launch.ts';
import { findOwner } from './embedded/owner.ts';
import { isAlive } from './embedded/postmaster.ts';
import { findPrograms } from './embedded/programs.ts';
import { readSecret } from './embedded/secret.ts';

/** Milliseconds between two checks whether PostgreSQL still runs. */
const WATCH_INTERVAL = 250;
/** Milliseconds for which the first start is retried after failures. Recovery after a crash does not count. */
const FIRST_START_TIMEOUT = 4_000;

export interface EmbeddedOptions {
  /** The folder of WAKELINE_DATA; created if missing. */
  readonly dataDir: string;
  readonly log: Log;
  /** Aborts waiting for a PostgreSQL that takes long to start, for instance after a crash. */
  readonly signal?: AbortSignal;
}

export interface EmbeddedDatabase {
  /** For `connect`, and for libpq: a role with all rights on its own database. */
  readonly url: string;
  /** Process id of the postmaster; null during a restart. */
  pid(): number | null;
  /** Stops PostgreSQL unless another of our servers uses it, which then supervises it. */
  stop(): Promise<void>;
}

/**
 * Starts the PostgreSQL of `dataDir`, or joins one that already runs there: that of a second server on the same
 * folder (a warm standby), or one left running by a server that was killed. From then on every server that uses it
 * supervises it: the first to notice that it has exited restarts it.
 *
 * @throws Error when it cannot be started, with the end of PostgreSQL's log; AbortError after `signal`, which also
 * stops a PostgreSQL that is starting.
 */
export async function startEmbedded({ dataDir, log, signal }: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const owner = findOwner();
  const paths = prepareClusterPaths(dataDir, owner);
  for (const folder of paths.leftovers) {
    log.warn(
      `${folder} contains a previous database of ${dataDir}, which was removed; delete it if its data is not needed`,
    );
  }
  const programs = findPrograms(owner, paths.programs);
  const secret = readSecret(paths);
  await initialise(paths.cluster, programs, owner, secret?.file ?? null);
  signal?.throwIfAborted();

  const stopping = new AbortController();
  const context = { paths, programs, owner, log, signal: stopping.signal };
  let running: RunningPostgres | null = await launch(
    { ...context, signal: AbortSignal.any([stopping.signal, ...(signal === undefined ? [] : [signal])]) },
    { port: null, timeoutMs: FIRST_START_TIMEOUT },
  );
  const { port } = running;
  // Distinguishes our connections from those of another server on the same cluster when stopping.
  const instance = `wakeline-${randomBytes(4).toString('hex')}`;
  const url = clusterUrl({ instance, password: secret?.password ?? null, running, database: ROLE });
  await createDatabase(url);

  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      if (running !== null && isAlive(running.pid)) {
        await delay(WATCH_INTERVAL, undefined, { signal: stopping.signal, ref: false }).catch(ignoreAbort);
        continue;
      }
      running = null;
      log.error('PostgreSQL exited unexpectedly; restarting it');
      running = await launch(context, { port, timeoutMs: Number.POSITIVE_INFINITY }).catch(ignoreAbort);
      if (running !== null) log.info('PostgreSQL is running again');
    }
  }
  const watching = watch();

  return {
    url,
    pid: () => running?.pid ?? null,
    async stop() {
      stopping.abort();
      await watching;
      if (running === null || (await isUsedByOthers(url, instance))) return;
      await stopPostmaster(running.pid);
    },
  };
}

function ignoreAbort(error: unknown): null {
  if ((error as Error).name !== 'AbortError') throw error;
  return null;
}

interface ClusterUrlOptions {
  readonly instance: string;
  readonly password: string | null;
  readonly running: RunningPostgres;
  readonly database: string;
}

function clusterUrl({ instance, password, running, database }: ClusterUrlOptions): string {
  const url = new URL(`postgres://${ROLE}@127.0.0.1:${running.port}/${database}`);
  if (password !== null) url.password = password;
  if (running.sockets !== null) {
    url.hostname = 'localhost';
    url.searchParams.set('host', running.sockets);
  }
  url.searchParams.set('application_name', instance);
  return url.href;
}

/** Creates the database of `url` in a new cluster. */
async function createDatabase(url: string): Promise<void> {
  try {
    await withConnection(url, (db) => sql`select 1`.execute(db));
  } catch (error) {
    if (sqlStateOf(error) !== '3D000') throw error;
    await withConnection(withDatabase(url, 'postgres'), (db) =>
      sql`create database ${sql.id(ROLE)}`.execute(db),
    ).catch((failure: unknown) => {
      // Another server has just created it: 42P04 when it was finished, 23505 when both were creating it.
      if (!['42P04', '23505'].includes(sqlStateOf(failure) ?? '')) throw failure;
    });
  }
}

async function withConnection<Result>(url: string, query: (db: Db) => Promise<Result>): Promise<Result> {
  const database = connect(url, 1);
  try {
    return await query(database.db);
  } finally {
    await database.close();
  }
}

async function isUsedByOthers(url: string, instance: string): Promise<boolean> {
  try {
    const { rows } = await withConnection(url, (db) =>
      sql`
        select 1 from pg_stat_activity
        where application_name like 'wakeline-%' and application_name <> ${instance} limit 1`.execute(db),
    );
    return rows.length > 0;
  } catch {
    // It does not respond, so nobody else can be using it.
    return false;
  }
}
