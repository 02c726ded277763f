import { open, rm } from 'node:fs/promises';
import { makeTemporaryFolder, temporaryPath } from '../http/temporary-files.ts';

/** A file that one process writes and reads. */
export interface TemporaryFile {
  readonly path: string;
  readonly bytes: number;
  remove(): Promise<void>;
}

/** Writes a file to `folder`, or nothing if `content` fails. */
export async function writeTemporaryFile(
  folder: string,
  content: AsyncIterable<Uint8Array>,
): Promise<TemporaryFile> {
  await makeTemporaryFolder(folder);
  const path = temporaryPath(folder);
  const remove = () => rm(path, { force: true });
  try {
    const file = await open(path, 'wx', 0o600);
    let bytes = 0;
    try {
      for await (const chunk of content) {
        bytes += chunk.byteLength;
        await file.writeFile(chunk);
      }
    } finally {
      await file.close();
    }
    return { path, bytes, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
