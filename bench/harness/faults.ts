import { spawnSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { childrenOf } from './child-processes.ts';
import { postmasterOf } from './data-folder.ts';
import { type BenchServer, startServer } from './server.ts';

type Fault = (server: BenchServer) => Promise<BenchServer>;

/** Kills the server and starts it again on the same ports, like a supervisor. */
export function killServer(data: string): Fault {
  return async (server) => {
    await server.kill();
    return startServer({ data, ports: server.ports });
  };
}

/** Kills all PostgreSQL processes at once. The server restarts PostgreSQL automatically. */
export function killPostgres(data: string): Fault {
  return async (server) => {
    const postmaster = runningPostmaster(data);
    for (const pid of [postmaster, ...childrenOf(postmaster)]) signal(pid, 'SIGKILL');
    return server;
  };
}

/** Suspends PostgreSQL for a while, as on a machine that swaps or with a hanging disk. */
export function pausePostgres(data: string, ms: number): Fault {
  return async (server) => {
    const postmaster = runningPostmaster(data);
    const pids = [postmaster, ...childrenOf(postmaster)];
    for (const pid of pids) signal(pid, 'SIGSTOP');
    await delay(ms);
    for (const pid of pids) signal(pid, 'SIGCONT');
    return server;
  };
}

/** Fills the disk of the data folder for a while. */
export function fillDisk(data: string, ms: number): Fault {
  return async (server) => {
    const ballast = join(data, 'ballast');
    fillWith(ballast);
    await delay(ms);
    rmSync(ballast);
    return server;
  };
}

/** Mounts a separate disk for a data folder; null with the reason if not permitted. */
export function mountSmallDisk(
  folder: string,
  mebibytes: number,
): { unmount: () => void } | { refused: string } {
  if (process.platform !== 'linux') return { refused: 'only Linux has tmpfs' };
  if (process.getuid?.() !== 0) return { refused: 'only root may mount a disk' };
  const mounted = spawnSync('mount', [
    '-t',
    'tmpfs',
    '-o',
    `size=${mebibytes}m,mode=711`,
    'wakeline-bench',
    folder,
  ]);
  if (mounted.status !== 0) return { refused: `mount: ${String(mounted.stderr).trim()}` };
  return { unmount: () => void spawnSync('umount', ['--lazy', folder]) };
}

function runningPostmaster(data: string): number {
  const pid = postmasterOf(data);
  if (pid === null) throw new Error(`PostgreSQL is not running in ${data}`);
  return pid;
}

/** A process that has just exited needs no signal. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

const MEBIBYTE = Buffer.alloc(1024 * 1024, 1);

/** Writes until the disk is full. */
function fillWith(path: string): void {
  const file = openSync(path, 'w');
  try {
    for (let size = MEBIBYTE.length; size >= 1; ) {
      try {
        writeSync(file, MEBIBYTE, 0, size);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
        size = Math.floor(size / 2);
      }
    }
  } finally {
    closeSync(file);
  }
}
