import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { canMount } from './testing/can-mount.ts';

/** Fills a folder, and prints the error and whether the disk has space again. */
const PROGRAM = `
const { createFolderStorage } = await import(${JSON.stringify(join(import.meta.dirname, 'folder-storage.ts'))});
const storage = createFolderStorage(process.argv[1]);
const error = await storage.put('A'.repeat(22), Buffer.alloc(3_000_000), 0).catch((thrown) => thrown);
const { bytes } = await storage.put('B'.repeat(22), Buffer.alloc(500_000), 0);
console.log(JSON.stringify([error.name, error.operation, error.message, await storage.size('A'.repeat(22)), bytes]));
`;

test.skipIf(!canMount())('reports a full disk by name and leaves nothing of the file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'wakeline-full-'));
  const script = `mount -t tmpfs -o size=2m tmpfs '${folder}' && exec "$@"`;
  const program = [process.execPath, '--input-type=module', '-e', PROGRAM, folder];
  const output = execFileSync('unshare', ['-rm', 'sh', '-c', script, 'sh', ...program], { encoding: 'utf8' });
  expect(JSON.parse(output)).toEqual([
    'FileStorageError',
    'put',
    'the file storage has no space left',
    null,
    500_000,
  ]);
  rmSync(folder, { recursive: true });
});
