import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

/** A file in the folder that has no row yet. */
export interface WrittenFile {
  readonly fileId: string;
  readonly bytes: number;
  readonly sha256: Buffer;
}

/** Random bytes of an id: 128 bits cannot be guessed. */
const ID_BYTES = 16;
/** A base64url id. The check also prevents paths outside of the folder. */
const ID = /^[\w-]{22}$/;
/** Folder for files that are being written: on the same file system, so that they can be renamed. */
const UNFINISHED = 'unfinished';

export function isFileId(text: string): boolean {
  return ID.test(text);
}

/** Path of a file's content. Subfolders are the first two characters of the ids. */
export function pathOf(root: string, fileId: string): string {
  return join(root, fileId.slice(0, 2), fileId);
}

/**
 * Writes a new file. When this resolves, the content survives a loss of power: first the bytes are synced, then the name.
 *
 * @param now epoch milliseconds; returned by `listFiles`.
 */
export async function writeContent(
  root: string,
  content: Uint8Array | AsyncIterable<Uint8Array>,
  now: number,
): Promise<WrittenFile> {
  const fileId = randomBytes(ID_BYTES).toString('base64url');
  return { fileId, ...(await writeContentOf(root, fileId, content, now)) };
}

/** The same with an existing id. */
export async function writeContentOf(
  root: string,
  fileId: string,
  content: Uint8Array | AsyncIterable<Uint8Array>,
  now: number,
): Promise<Omit<WrittenFile, 'fileId'>> {
  const unfinished = join(root, UNFINISHED, fileId);
  await mkdir(join(root, UNFINISHED), { recursive: true });
  try {
    const written = await writeUnfinished(unfinished, content, now);
    const path = pathOf(root, fileId);
    const folder = join(root, fileId.slice(0, 2));
    const created = await mkdir(folder, { recursive: true });
    await rename(unfinished, path);
    await syncFolder(folder);
    if (created !== undefined) await syncFolder(root);
    return written;
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

async function writeUnfinished(
  path: string,
  content: Uint8Array | AsyncIterable<Uint8Array>,
  now: number,
): Promise<Omit<WrittenFile, 'fileId'>> {
  const file = await open(path, 'wx', 0o600);
  try {
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const chunk of content instanceof Uint8Array ? [content] : content) {
      hash.update(chunk);
      bytes += chunk.byteLength;
      await file.writeFile(chunk);
    }
    await file.utimes(now / 1000, now / 1000);
    await file.sync();
    return { bytes, sha256: hash.digest() };
  } finally {
    await file.close();
  }
}

async function syncFolder(path: string): Promise<void> {
  // Windows cannot open folders and does not need this.
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Bytes of a file, both included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** The content of a file, or a range of it; null if it is not in the folder. */
export async function readContent(root: string, fileId: string, range?: ByteRange): Promise<Readable | null> {
  try {
    const file = await open(pathOf(root, fileId), 'r');
    return file.createReadStream(range);
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

/** The path of a file's content; null if it is not in the folder. */
export async function contentPath(root: string, fileId: string): Promise<string | null> {
  const path = pathOf(root, fileId);
  return (await statOf(path)) === null ? null : path;
}

export async function removeContent(root: string, fileId: string): Promise<void> {
  await rm(pathOf(root, fileId), { force: true });
}

/** Lists the files with their time of writing, folder by folder. Other files are ignored. */
export async function* listFiles(root: string): AsyncGenerator<{ fileId: string; writtenAt: number }> {
  for (const folder of await listNames(root)) {
    for (const fileId of await listNames(join(root, folder))) {
      if (!isFileId(fileId) || folder !== fileId.slice(0, 2)) continue;
      const found = await statOf(pathOf(root, fileId));
      if (found !== null) yield { fileId, writtenAt: found.mtimeMs };
    }
  }
}

/** Removes unfinished files that were started before `before`, epoch milliseconds. */
export async function removeUnfinished(root: string, before: number): Promise<void> {
  for (const name of await listNames(join(root, UNFINISHED))) {
    const path = join(root, UNFINISHED, name);
    const found = await statOf(path);
    if (found !== null && found.mtimeMs < before) await rm(path, { force: true });
  }
}

async function listNames(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isAbsent(error) || codeOf(error) === 'ENOTDIR') return [];
    throw error;
  }
}

async function statOf(path: string) {
  try {
    return await stat(path);
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

function isAbsent(error: unknown): boolean {
  return codeOf(error) === 'ENOENT';
}

function codeOf(error: unknown): unknown {
  return Object(error).code;
}
