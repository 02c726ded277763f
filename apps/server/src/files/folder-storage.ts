import { createHash } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { folderOf, isFileId } from './file-id.ts';
import { type Content, type FileStorage, FileStorageError, type WrittenContent } from './file-storage.ts';

/** Folder for files that are being written: on the same file system, so that they can be renamed. */
const UNFINISHED = 'unfinished';

/** Codes of a file system that cannot store anything at the moment. */
const REFUSALS: Readonly<Record<string, string>> = {
  ENOSPC: 'has no space left',
  EDQUOT: 'has exceeded its disk quota',
  EROFS: 'is read-only',
};

/** Stores files in a folder of this machine, or in one that several servers mount. */
export function createFolderStorage(root: string): FileStorage {
  return {
    async put(fileId, content, now) {
      try {
        return await writeContent(root, fileId, content, now);
      } catch (error) {
        const refusal = REFUSALS[String(codeOf(error))];
        throw refusal === undefined ? error : new FileStorageError('put', refusal, error);
      }
    },

    async get(fileId, range) {
      try {
        const file = await open(pathOf(root, fileId), 'r');
        return file.createReadStream(range);
      } catch (error) {
        if (isAbsent(error)) return null;
        throw error;
      }
    },

    size: async (fileId) => (await statOf(pathOf(root, fileId)))?.size ?? null,

    async pathOf(fileId) {
      const path = pathOf(root, fileId);
      return (await statOf(path)) === null ? null : path;
    },

    delete: (fileId) => rm(pathOf(root, fileId), { force: true }),

    async *list() {
      for (const folder of await listNames(root)) {
        for (const fileId of await listNames(join(root, folder))) {
          if (!isFileId(fileId) || folder !== folderOf(fileId)) continue;
          const found = await statOf(pathOf(root, fileId));
          if (found !== null) yield { fileId, bytes: found.size, writtenAt: found.mtimeMs };
        }
      }
    },

    async removeUnfinished(before) {
      for (const name of await listNames(join(root, UNFINISHED))) {
        const path = join(root, UNFINISHED, name);
        const found = await statOf(path);
        if (found !== null && found.mtimeMs < before) await rm(path, { force: true });
      }
    },
  };
}

/** Path of a file's content in the folder. */
export function pathOf(root: string, fileId: string): string {
  return join(root, folderOf(fileId), fileId);
}

/** First the bytes are synced, then the name. */
async function writeContent(
  root: string,
  fileId: string,
  content: Content,
  now: number,
): Promise<WrittenContent> {
  const unfinished = join(root, UNFINISHED, fileId);
  await mkdir(join(root, UNFINISHED), { recursive: true });
  try {
    const written = await writeUnfinished(unfinished, content, now);
    const path = pathOf(root, fileId);
    const folder = join(root, folderOf(fileId));
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

async function writeUnfinished(path: string, content: Content, now: number): Promise<WrittenContent> {
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
