import { type ChildProcess, spawn } from 'node:child_process';
import {
  chownSync,
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { ClusterPaths } from './cluster-paths.ts';
import { programEnvironment } from './initialise.ts';
import type { Owner } from './owner.ts';
import { isAlive, isPostmasterOf, readPostmasterFile } from './postmaster.ts';
import type { Programs } from './programs.ts';
import { settingsText } from './settings.ts';

const POLL_INTERVAL = 15;
/** Milliseconds between attempts to start PostgreSQL: initial and maximum. */
const INITIAL_RETRY_DELAY = 200;
const MAX_RETRY_DELAY = 5_000;
/** Milliseconds between log messages during a long start: recovery after a crash can take minutes. */
const PROGRESS_LOG_INTERVAL = 10_000;
/** Milliseconds for an orderly stop before PostgreSQL is stopped immediately, which is safe too. */
const STOP_TIMEOUT = 30_000;
const MAX_LOG_BYTES = 5_000_000;

export interface Log {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/** The constant parameters of a start. */
export interface LaunchContext {
  readonly paths: ClusterPaths;
  readonly programs: Programs;
  readonly owner: Owner | null;
  readonly log: Log;
  readonly signal: AbortSignal;
}

export interface RunningPostgres {
  readonly pid: number;
  readonly port: number;
  /** The folder of its socket; null when it listens on TCP. */
  readonly sockets: string | null;
}

export interface LaunchOptions {
  /** The port to listen on; null for any. */
  readonly port: number | null;
  /** Milliseconds of retries when it exits. */
  readonly timeoutMs: number;
}

/**
 * Returns the PostgreSQL that serves the cluster, and starts it if there is none. PostgreSQL's own lock file decides
 * between servers that try at the same time. It runs in its own session, because Ctrl-C in the terminal is for the
 * server, which then still has data to store.
 *
 * @throws Error when PostgreSQL keeps exiting, with the end of its log; AbortError when aborted.
 */
export async function launch(
  context: LaunchContext,
  { port, timeoutMs }: LaunchOptions,
): Promise<RunningPostgres> {
  const deadline = Date.now() + timeoutMs;
  for (let retry = INITIAL_RETRY_DELAY; ; retry = Math.min(retry * 2, MAX_RETRY_DELAY)) {
    const running = await waitUntilReady(context, null);
    if (running !== null) return running;
    removeForeignLock(context.paths.cluster);
    const child = spawnPostgres(context, await choosePort(port));
    const started = await waitUntilReady(context, child).catch(async (error: unknown) => {
      // Aborted meanwhile: no other server supervises it yet.
      if (child.pid !== undefined) await stopPostmaster(child.pid);
      throw error;
    });
    if (started !== null) return started;
    if (Date.now() > deadline)
      throw new Error(`PostgreSQL failed to start:\n${readLogTail(context.paths.log)}`);
    // Usually, processes of a killed PostgreSQL are still exiting.
    await delay(retry, undefined, { signal: context.signal });
  }
}

/**
 * Waits while a PostgreSQL starts or stops on the cluster, or while `child` runs. Null when none is running in the
 * end.
 */
async function waitUntilReady(
  context: LaunchContext,
  child: ChildProcess | null,
): Promise<RunningPostgres | null> {
  let nextLogAt = Date.now() + PROGRESS_LOG_INTERVAL;
  for (;;) {
    const file = readPostmasterFile(context.paths.cluster);
    const isOurs = file !== null && isPostmasterOf(file.pid, context.paths.cluster);
    if (isOurs && file.state === 'ready' && file.port !== null) {
      return { pid: file.pid, port: file.port, sockets: file.sockets };
    }
    const isChildAlive = child !== null && child.exitCode === null && child.signalCode === null;
    if (!isOurs && !isChildAlive) return null;
    if (Date.now() > nextLogAt) {
      nextLogAt = Date.now() + PROGRESS_LOG_INTERVAL;
      context.log.info(`waiting for PostgreSQL: ${readLogTail(context.paths.log, 1)}`);
    }
    await delay(POLL_INTERVAL, undefined, { signal: context.signal });
  }
}

/**
 * PostgreSQL accepts any running process in its lock file, which after a crash of the machine may be an unrelated
 * one.
 */
function removeForeignLock(cluster: string): void {
  const file = readPostmasterFile(cluster);
  if (file !== null && isAlive(file.pid) && !isPostmasterOf(file.pid, cluster)) {
    rmSync(join(cluster, 'postmaster.pid'), { force: true });
  }
}

function spawnPostgres({ paths, programs, owner, log }: LaunchContext, port: number): ChildProcess {
  const tcp = process.platform === 'win32';
  const settings = join(paths.cluster, 'postgresql.conf');
  writeFileSync(`${settings}.${process.pid}`, settingsText(paths.sockets, port, tcp), { mode: 0o600 });
  if (owner !== null) chownSync(`${settings}.${process.pid}`, owner.uid, owner.gid);
  renameSync(`${settings}.${process.pid}`, settings);

  if (existsSync(paths.log) && statSync(paths.log).size > MAX_LOG_BYTES)
    renameSync(paths.log, `${paths.log}.1`);
  const output = openSync(paths.log, 'a', 0o600);
  try {
    const child = spawn(programs.postgres, ['-D', paths.cluster], {
      cwd: dirname(paths.cluster),
      detached: true,
      stdio: ['ignore', output, output],
      env: programEnvironment(),
      ...(owner === null ? {} : { uid: owner.uid, gid: owner.gid }),
    });
    child.on('error', (error) => log.error(`starting PostgreSQL failed: ${error.message}`));
    child.unref();
    return child;
  } finally {
    closeSync(output);
  }
}

/** The port is part of the socket's name; with TCP, the system selects a free one. */
function choosePort(wanted: number | null): Promise<number> {
  if (wanted !== null) return Promise.resolve(wanted);
  if (process.platform !== 'win32') return Promise.resolve(5432);
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

function readLogTail(path: string, lines = 15): string {
  if (!existsSync(path)) return '(its log is empty)';
  return readFileSync(path, 'utf8').trimEnd().split('\n').slice(-lines).join('\n');
}

/** SIGINT: end the sessions, write a checkpoint, exit ("fast shutdown"). SIGQUIT: exit; recovery at the next start. */
export async function stopPostmaster(pid: number): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    if (!isAlive(pid)) return;
    process.kill(pid, signal);
    const deadline = Date.now() + STOP_TIMEOUT;
    while (Date.now() < deadline) {
      if (!isAlive(pid)) return;
      await delay(10);
    }
  }
  throw new Error(`PostgreSQL (process ${pid}) did not stop`);
}
