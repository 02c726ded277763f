import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Longer than any call takes. Newer files can be in use, also by another server with the same folder. */
const STALE_AFTER_MS = 3_600_000;

/** A new path in `folder` for the content of one request. */
export function temporaryPath(folder: string): string {
  return join(folder, randomUUID());
}

/** Creates `folder`. */
export async function makeTemporaryFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
}

/** Removes files that a crash left in `folder`. */
export async function removeStaleFiles(folder: string): Promise<void> {
  const before = Date.now() - STALE_AFTER_MS;
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
      // Another server has removed it.
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    if (found !== null && found.mtimeMs < before) await rm(path, { force: true });
  }
}
