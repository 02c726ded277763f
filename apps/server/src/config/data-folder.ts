import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** More than a file system keeps beside a file's name: a full disk shows only when it has to give a block. */
const PROBE_BYTES = 65_536;

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'its file system is read-only',
  ENOSPC: 'its file system is full',
  EDQUOT: 'the quota of this user is used up',
  EEXIST: 'something that is not a folder lies in its place',
  ENOTDIR: 'a file lies in its way',
  ENOENT: 'no folder can be made there',
  ENAMETOOLONG: 'the path is too long',
  ELOOP: 'its links lead in a circle',
};

/** `WAKELINE_DATA` cannot be used: the message names it and the reason. */
export class DataFolderError extends Error {
  override readonly name = 'DataFolderError';
}

/**
 * Makes the folder of `WAKELINE_DATA` if it is absent, and proves that files can be written in it.
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
 * Not `mkdirSync(..., { recursive: true })`: Node 24 tries for ever, and hears no signal, where a system answers ENOENT although
 * the folder above exists (/proc), and it hides the reason of a read-only file system.
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
