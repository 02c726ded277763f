import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { CommandError } from '../command-error.ts';
import { damaged } from './frames.ts';

/** The uncompressed first line of the file: `head -1` shows what it is. */
const NAME = 'wakeline-backup';
const FORMAT = 1;
const MAX_LINE = 64;
/** A third of the default level's time, for 10 % more bytes. */
const GZIP_LEVEL = 3;

/**
 * Writes the file completely or not at all, readable only by its owner. When this resolves, its bytes are synced.
 *
 * @throws CommandError if the file exists.
 */
export async function writeBackupFile(path: string, bytes: AsyncIterable<Buffer>): Promise<void> {
  const unfinished = `${path}.unfinished`;
  await refuseExisting(path);
  const target = createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true });
  try {
    await new Promise<void>((resolve, reject) => {
      target.once('error', reject).write(`${NAME} ${FORMAT}\n`, () => resolve());
    });
    await pipeline(Readable.from(bytes, { objectMode: false }), createGzip({ level: GZIP_LEVEL }), target);
    await rename(unfinished, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') await rm(unfinished, { force: true });
    throw toCommandError(error, unfinished);
  }
}

async function refuseExisting(path: string): Promise<void> {
  try {
    const file = await open(path, 'r');
    await file.close();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw toCommandError(error, path);
  }
  throw new CommandError(`${path} already exists`);
}

/**
 * Reads what `writeBackupFile` wrote.
 *
 * @throws CommandError if the file is not a backup, is of a newer version, or is damaged.
 */
export async function* readBackupFile(path: string): AsyncGenerator<Buffer> {
  const start = await readLine(path);
  const compressed = createReadStream(path, { start });
  const decompressed = createGunzip();
  compressed.once('error', (error) => decompressed.destroy(error));
  try {
    for await (const bytes of compressed.pipe(decompressed)) yield bytes as Buffer;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'Z_BUF_ERROR') throw damaged('unexpected end of file');
    if (code?.startsWith('Z_')) throw damaged('decompression failed');
    throw toCommandError(error, path);
  } finally {
    compressed.destroy();
  }
}

/** Checks the first line. Returns its length in bytes. */
async function readLine(path: string): Promise<number> {
  const bytes = Buffer.alloc(MAX_LINE);
  let count = 0;
  try {
    const file = await open(path, 'r');
    try {
      count = (await file.read(bytes, 0, MAX_LINE, 0)).bytesRead;
    } finally {
      await file.close();
    }
  } catch (error) {
    throw toCommandError(error, path);
  }
  const line = bytes.toString('latin1', 0, count).split('\n')[0] ?? '';
  const [name, format] = line.split(' ');
  if (name !== NAME) throw new CommandError(`${path} is not a Wakeline backup`);
  if (Number(format) > FORMAT)
    throw new CommandError(`${path} was created by a newer version (format ${format}): update first`);
  if (format !== String(FORMAT)) throw damaged('invalid first line');
  return line.length + 1;
}

/** Adds the path to errors of the file system. */
function toCommandError(error: unknown, path: string): unknown {
  const { code, syscall, message } = error as NodeJS.ErrnoException;
  if (code === undefined || syscall === undefined || error instanceof CommandError) return error;
  return new CommandError(`${path} (in ${dirname(path)}): ${message}`);
}
