import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The contents of `postmaster.pid` (PostgreSQL, src/include/utils/pidfile.h). */
export interface PostmasterFile {
  readonly pid: number;
  readonly port: number | null;
  readonly sockets: string | null;
  readonly state: 'starting' | 'stopping' | 'ready' | 'unknown';
}

/** Null when no PostgreSQL uses the cluster, or when its file is being written. */
export function readPostmasterFile(cluster: string): PostmasterFile | null {
  const text = readIfExists(join(cluster, 'postmaster.pid'));
  const [pid, , , port, sockets, , , state] = text?.split('\n').map((line) => line.trim()) ?? [];
  if (!(Number(pid) > 0)) return null;
  return {
    pid: Number(pid),
    port: Number(port) > 0 ? Number(port) : null,
    sockets: sockets === undefined || sockets === '' ? null : sockets,
    state: state === 'starting' || state === 'stopping' || state === 'ready' ? state : 'unknown',
  };
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Whether `pid` is a PostgreSQL on `cluster`. After a crash of the machine, or in a restarted container, the id in a
 * stale file often belongs to another process.
 */
export function isPostmasterOf(pid: number, cluster: string): boolean {
  return isAlive(pid) && commandLine(pid).includes(cluster);
}

function commandLine(pid: number): string {
  if (process.platform === 'linux') return readIfExists(`/proc/${pid}/cmdline`)?.replaceAll('\0', ' ') ?? '';
  if (process.platform === 'win32') {
    const query = `(Get-CimInstance Win32_Process -Filter "ProcessId=${pid}").CommandLine`;
    return spawnSync('powershell.exe', ['-NoProfile', '-Command', query], { encoding: 'utf8' }).stdout;
  }
  return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout;
}

function readIfExists(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // ESRCH: the process exited between opening and reading its file in /proc.
    if (code === 'ENOENT' || code === 'ESRCH') return null;
    throw error;
  }
}
