import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder for a server's data, that the user which PostgreSQL runs as when root runs us may enter too. */
export function makeDataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'wakeline-bench-'));
  chmodSync(folder, 0o711);
  return folder;
}

export function removeDataFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

/** The process number of the embedded PostgreSQL of a data folder; null when none runs. */
export function postmasterOf(folder: string): number | null {
  try {
    const text = readFileSync(join(folder, 'postgres', 'cluster', 'postmaster.pid'), 'utf8');
    const pid = Number(text.split('\n')[0]);
    return pid > 0 ? pid : null;
  } catch {
    return null;
  }
}

/** A URL of the embedded PostgreSQL of a data folder, beside the server. */
export function databaseUrlOf(folder: string): string {
  const text = readFileSync(join(folder, 'postgres', 'cluster', 'postmaster.pid'), 'utf8');
  const [, , , port = '5432', socket = ''] = text.split('\n');
  return `postgres://wakeline@localhost:${port}/wakeline?host=${encodeURIComponent(socket.trim())}`;
}
