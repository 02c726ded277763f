import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** More than a file system stores inline with the file's metadata: a full disk fails only when a block is allocated. */
const PROBE_BYTES = 65_536;

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'operation not permitted',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space left on the file system',
  EDQUOT: 'the disk quota of this user is exceeded',
  EEXIST: 'the path exists and is not a folder',
  ENOTDIR: 'a part of the path is not a folder',
  ENOENT: 'the folder cannot be created',
  ENAMETOOLONG: 'the path is too long',
  ELOOP: 'too many symbolic links',
};

/** `WAKELINE_DATA` cannot be used: the message names it and the reason. */
export class DataFolderError extends Error {
  override readonly name = 'DataFolderError';
}

/**
 * Creates the folder of `WAKELINE_DATA` if it is absent, and checks that files can be written in it.
 *
 * @throws DataFolderError
 */
export function makeDataFolder(dataDir: string): void {
  try {
    makeFolder(dataDir);
    if (!statSync(dataDir).isDirectory()) throw Object.assign(new Error(), { code: 'EEXIST' });
    checkWritable(join(dataDir, `.write-test-${process.pid}`));
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    const reason = REASONS[code] === undefined ? message : `${REASONS[code]} (${code})`;
    throw new DataFolderError(`WAKELINE_DATA: ${JSON.stringify(dataDir)} cannot be used: ${reason}`, {
      cause: error,
    });
  }
}

/**
 * Replaces `mkdirSync(..., { recursive: true })`: Node 24 loops forever, ignoring signals, if the system returns ENOENT
 * although the parent folder exists (/proc), and it hides the reason of a read-only file system.
 */
function makeFolder(path: string): void {
  try {
    mkdirSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (existsSync(path)) return;
    const parent = dirname(path);
    if (code !== 'ENOENT' || existsSync(parent)) throw error;
    makeFolder(parent);
    mkdirSync(path);
  }
}

function checkWritable(path: string): void {
  try {
    const file = openSync(path, 'wx', 0o600);
    try {
      writeSync(file, Buffer.alloc(PROBE_BYTES, 1));
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  } finally {
    rmSync(path, { force: true });
  }
}
