import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
  /** `postgres://...` of both, the primary first. */
  readonly url: string;
  readonly primaryUrl: string;
  readonly standbyUrl: string;
  /** Ends the primary as a loss of power would: nothing is flushed or confirmed any more. */
  killPrimary(): Promise<void>;
  /** Makes the standby the primary. */
  promote(): Promise<void>;
  /** Stops the standby from replaying what it receives, and continues. */
  pauseReplay(paused: boolean): Promise<void>;
  stopStandby(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts both with PostgreSQL's programs of the embedded database, on free ports of the loopback. */
export async function startReplicatedCluster(): Promise<ReplicatedCluster> {
  const root = mkdtempSync(join(tmpdir(), 'wakeline-replicated-'));
  const owner = findOwner();
  if (owner !== null) chownSync(root, owner.uid, owner.gid);
  const programs = findPrograms(owner, join(root, 'programs'));
  const [primaryPort = 0, standbyPort = 0] = await freePorts(2);
  const folders = { primary: join(root, 'primary'), standby: join(root, 'standby') };
  const urlOf = (...ports: readonly number[]) =>
    `postgres://wakeline@${ports.map((port) => `127.0.0.1:${port}`).join(',')}/postgres`;
  const running: ChildProcess[] = [];

  function start(folder: string, port: number, settings: Readonly<Record<string, string>>): ChildProcess {
    const all = {
      ...{ listen_addresses: '127.0.0.1', unix_socket_directories: '', fsync: 'off', shared_buffers: '32MB' },
      ...settings,
    };
    const args = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const child = spawn(programs.postgres, ['-D', folder, '-p', String(port), ...args], {
      cwd: root,
      stdio: 'ignore',
      env: programEnvironment(),
      ...(owner === null ? {} : { uid: owner.uid, gid: owner.gid }),
    });
    running.push(child);
    return child;
  }

  async function end(child: ChildProcess, signal: 'SIGINT' | 'SIGKILL'): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const closed = once(child, 'exit');
    child.kill(signal);
    await closed;
  }

  async function stop(): Promise<void> {
    for (const child of running) await end(child, 'SIGINT');
    rmSync(root, { recursive: true, force: true });
  }

  try {
    await initialise(folders.primary, programs, owner, null);
    const first = start(folders.primary, primaryPort, {});
    await withDatabase(urlOf(primaryPort), async (db) => {
      await eventually('the primary responds', () => responds(db));
      await migrate(db);
      await prepareQueue(db);
      // Of the next start. Not an argument, so that tests can change it.
      await sql`alter system set synchronous_standby_names = ${sql.lit(STANDBY)}`.execute(db);
    });
    await end(first, 'SIGINT');
    // A copy of a stopped cluster is what pg_basebackup makes of a running one.
    execFileSync('cp', ['-a', folders.primary, folders.standby]);
    const signalFile = join(folders.standby, 'standby.signal');
    writeFileSync(signalFile, '');
    if (owner !== null) chownSync(signalFile, owner.uid, owner.gid);
    const primary = start(folders.primary, primaryPort, {});
    const standby = start(folders.standby, standbyPort, {
      primary_conninfo: `host=127.0.0.1 port=${primaryPort} user=wakeline application_name=${STANDBY}`,
      synchronous_standby_names: '',
    });
    await withDatabase(urlOf(primaryPort), (db) =>
      eventually('the standby is synchronous', async () => {
        const { rows } = await sql`select from pg_stat_replication where sync_state = 'sync'`
          .execute(db)
          .catch(() => ({ rows: [] }));
        return rows.length > 0;
      }),
    );
    return {
      url: urlOf(primaryPort, standbyPort),
      primaryUrl: urlOf(primaryPort),
      standbyUrl: urlOf(standbyPort),
      killPrimary: () => end(primary, 'SIGKILL'),
      promote: () =>
        withDatabase(urlOf(standbyPort), async (db) => {
          await sql`select pg_promote()`.execute(db);
        }),
      pauseReplay: (paused) =>
        withDatabase(urlOf(standbyPort), async (db) => {
          await (paused ? sql`select pg_wal_replay_pause()` : sql`select pg_wal_replay_resume()`).execute(db);
        }),
      stopStandby: () => end(standby, 'SIGINT'),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
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
