import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Creates a data folder that is also accessible to PostgreSQL's user when root runs the benchmark. */
export function makeDataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'wakeline-bench-'));
  chmodSync(folder, 0o711);
  return folder;
}

export function removeDataFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

/** Process id of the embedded PostgreSQL of a data folder; null if it is not running. */
export function postmasterOf(folder: string): number | null {
  try {
    const text = readFileSync(join(folder, 'postgres', 'cluster', 'postmaster.pid'), 'utf8');
    const pid = Number(text.split('\n')[0]);
    return pid > 0 ? pid : null;
  } catch {
    return null;
  }
}

/** URL of the embedded PostgreSQL of a data folder, for a separate connection. */
export function databaseUrlOf(folder: string): string {
  const text = readFileSync(join(folder, 'postgres', 'cluster', 'postmaster.pid'), 'utf8');
  const [, , , port = '5432', socket = ''] = text.split('\n');
  return `postgres://wakeline@localhost:${port}/wakeline?host=${encodeURIComponent(socket.trim())}`;
}
