import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { eventually } from '../../ingest/testing/eventually.ts';
import { prepareQueue } from '../../tasks/queue.ts';
import { freePorts } from '../../testing/free-ports.ts';
import { connect, type Db } from '../database.ts';
import { initialise, programEnvironment } from '../embedded/initialise.ts';
import { findOwner } from '../embedded/owner.ts';
import { findPrograms } from '../embedded/programs.ts';
import { migrate } from '../migrate.ts';

/** The name by which the standby identifies itself. */
const STANDBY = 'standby';

/** A primary and a standby, which has every commit that the primary confirms. */
export interface ReplicatedCluster {
  /** `postgres://...` of both, the first primary first. */
  readonly url: string;
  readonly primaryUrl: string;
  readonly standbyUrl: string;
  /** Of both servers, in the order of `url`. */
  readonly ports: readonly number[];
  /** Process id of the primary. */
  readonly primaryPid: number;
  /** Ends the primary as a loss of power would: nothing is flushed or confirmed any more. */
  killPrimary(): Promise<void>;
  /** Makes the standby the primary. */
  promote(): Promise<void>;
  /** Makes the former primary, which has ended, a standby of the current one; resolves when it is synchronous. */
  replaceStandby(): Promise<void>;
  /** Stops the standby from replaying what it receives, and continues. */
  pauseReplay(paused: boolean): Promise<void>;
  stopStandby(): Promise<void>;
  stop(): Promise<void>;
}

interface Server {
  readonly folder: string;
  readonly port: number;
  process: ChildProcess | null;
}

const TEST_SETTINGS = { fsync: 'off', shared_buffers: '32MB' };

/**
 * Starts both with PostgreSQL's programs of the embedded database, on free ports of the loopback.
 *
 * @param settings of both servers
 */
export async function startReplicatedCluster(
  settings: Readonly<Record<string, string>> = TEST_SETTINGS,
): Promise<ReplicatedCluster> {
  const root = mkdtempSync(join(tmpdir(), 'wakeline-replicated-'));
  const owner = findOwner();
  if (owner !== null) chownSync(root, owner.uid, owner.gid);
  const programs = findPrograms(owner, join(root, 'programs'));
  const ports = await freePorts(2);
  const [first, second] = ports.map((port, index) => ({
    folder: join(root, `server-${index}`),
    port,
    process: null,
  })) as [Server, Server];
  let [primary, standby]: Server[] = [first, second];
  const urlOf = (...servers: readonly Server[]) =>
    `postgres://wakeline@${servers.map(({ port }) => `127.0.0.1:${port}`).join(',')}/postgres`;

  function start(server: Server, more: Readonly<Record<string, string>> = {}): void {
    const all = { listen_addresses: '127.0.0.1', unix_socket_directories: '', ...settings, ...more };
    const args = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    server.process = spawn(programs.postgres, ['-D', server.folder, '-p', String(server.port), ...args], {
      cwd: root,
      stdio: 'ignore',
      env: programEnvironment(),
      ...(owner === null ? {} : { uid: owner.uid, gid: owner.gid }),
    });
  }

  async function end({ process: child }: Server, signal: 'SIGINT' | 'SIGKILL'): Promise<void> {
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const closed = once(child, 'exit');
    child.kill(signal);
    await closed;
  }

  async function stop(): Promise<void> {
    for (const server of [first, second]) await end(server, 'SIGINT');
    rmSync(root, { recursive: true, force: true });
  }

  function writeOwned(path: string, text: string): void {
    writeFileSync(path, text);
    if (owner !== null) chownSync(path, owner.uid, owner.gid);
  }

  /** Starts a copy of the primary's files as its standby. */
  function follow(copy: Server, leader: Server): void {
    writeOwned(join(copy.folder, 'standby.signal'), '');
    // Without the standby of the primary: after a promotion there is none.
    writeOwned(join(copy.folder, 'postgresql.auto.conf'), '');
    start(copy, {
      primary_conninfo: `host=127.0.0.1 port=${leader.port} user=wakeline application_name=${STANDBY}`,
    });
  }

  function waitUntilSynchronous(leader: Server): Promise<unknown> {
    return withDatabase(urlOf(leader), (db) =>
      eventually('the standby is synchronous', async () => {
        const { rows } = await sql`select from pg_stat_replication where sync_state = 'sync'`
          .execute(db)
          .catch(() => ({ rows: [] }));
        return rows.length > 0;
      }),
    );
  }

  try {
    await initialise(first.folder, programs, owner, null);
    start(first);
    await withDatabase(urlOf(first), async (db) => {
      await eventually('the primary responds', () => responds(db));
      await migrate(db);
      await prepareQueue(db);
      // Of the next start. Not an argument, so that tests can change it.
      await sql`alter system set synchronous_standby_names = ${sql.lit(STANDBY)}`.execute(db);
    });
    await end(first, 'SIGINT');
    // A copy of a stopped cluster is what pg_basebackup makes of a running one.
    await copyFolder(first.folder, second.folder);
    start(first);
    follow(second, first);
    await waitUntilSynchronous(first);
    return {
      url: urlOf(first, second),
      ports,
      get primaryUrl() {
        return urlOf(primary as Server);
      },
      get standbyUrl() {
        return urlOf(standby as Server);
      },
      get primaryPid() {
        return primary?.process?.pid ?? 0;
      },
      killPrimary: () => end(primary as Server, 'SIGKILL'),
      async promote() {
        await withDatabase(urlOf(standby as Server), async (db) => {
          await sql`select pg_promote()`.execute(db);
        });
        [primary, standby] = [standby, primary];
      },
      async replaceStandby() {
        const [leader, copy] = [primary as Server, standby as Server];
        rmSync(copy.folder, { recursive: true, force: true });
        await withDatabase(urlOf(leader), async (db) => {
          // What pg_basebackup does, which the embedded programs lack. The backup belongs to its connection.
          await sql`select pg_backup_start(${STANDBY}, true)`.execute(db);
          await copyFolder(leader.folder, copy.folder);
          const { rows } = await sql<{
            labelfile: string;
          }>`select labelfile from pg_backup_stop(false)`.execute(db);
          writeOwned(join(copy.folder, 'backup_label'), rows[0]?.labelfile ?? '');
        });
        rmSync(join(copy.folder, 'postmaster.pid'), { force: true });
        for (const entry of readdirSync(join(copy.folder, 'pg_wal'), { withFileTypes: true }))
          if (entry.isFile()) rmSync(join(copy.folder, 'pg_wal', entry.name));
        follow(copy, leader);
        await withDatabase(urlOf(leader), async (db) => {
          await eventually('the standby receives', async () => {
            const { rows } = await sql`select from pg_stat_replication where state = 'streaming'`.execute(db);
            return rows.length > 0;
          });
          await sql`alter system set synchronous_standby_names = ${sql.lit(STANDBY)}`.execute(db);
          await sql`select pg_reload_conf()`.execute(db);
        });
        await waitUntilSynchronous(leader);
      },
      pauseReplay: (paused) =>
        withDatabase(urlOf(standby as Server), async (db) => {
          await (paused ? sql`select pg_wal_replay_pause()` : sql`select pg_wal_replay_resume()`).execute(db);
        }),
      stopStandby: () => end(standby as Server, 'SIGINT'),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Files of a running server can disappear meanwhile: temporary ones, and its log. */
async function copyFolder(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', from, to]).catch((error: Error & { stderr?: string }) => {
    const lines = (error.stderr ?? '').trim().split('\n');
    if (!lines.every((line) => line.includes('No such file or directory'))) throw error;
  });
}

async function responds(db: Db): Promise<boolean> {
  return sql`select 1`.execute(db).then(
    () => true,
    () => false,
  );
}

async function withDatabase<Result>(url: string, work: (db: Db) => Promise<Result>): Promise<Result> {
  const database = connect(url, 1);
  try {
    return await work(database.db);
  } finally {
    await database.close();
  }
}
