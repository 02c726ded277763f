import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { CommandError } from '../command-error.ts';
import { damaged } from './frames.ts';

/** The first line of the file, unpacked: `head -1` tells what it is. */
const NAME = 'wakeline-backup';
const FORMAT = 1;
const MAX_LINE = 64;
/** A third of the time of the usual level, for a tenth more bytes. */
const GZIP_LEVEL = 3;

/**
 * Writes the file whole or not at all; only its owner can read it. When this resolves its bytes are on the disk.
 *
 * @throws CommandError when there is a file of that name.
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
  throw new CommandError(`${path} is there already: choose another name`);
}

/**
 * What `writeBackupFile` was given.
 *
 * @throws CommandError when the file is none of ours, one of a newer version, or damaged.
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
    if (code === 'Z_BUF_ERROR') throw damaged('it is cut off');
    if (code?.startsWith('Z_')) throw damaged('it cannot be unpacked');
    throw toCommandError(error, path);
  } finally {
    compressed.destroy();
  }
}

/** Reads the first line. Answers how many bytes it has. */
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
  if (name !== NAME) throw new CommandError(`${path} is no backup of Wakeline`);
  if (Number(format) > FORMAT)
    throw new CommandError(`${path} was made by a newer version (format ${format}): update first`);
  if (format !== String(FORMAT)) throw damaged('its first line is wrong');
  return line.length + 1;
}

/** Failures of the file system, by their path and reason. */
function toCommandError(error: unknown, path: string): unknown {
  const { code, syscall, message } = error as NodeJS.ErrnoException;
  if (code === undefined || syscall === undefined || error instanceof CommandError) return error;
  return new CommandError(`${path} (in ${dirname(path)}): ${message}`);
}
