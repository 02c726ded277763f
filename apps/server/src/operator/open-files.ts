import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { FileStorage } from '../files/file-storage.ts';
import { createFiles, type Files } from '../files/files.ts';
import { openStorage } from '../files/open-storage.ts';
import type { CommandContext } from './command.ts';

type FileConfig = Pick<Config, 'dataDir' | 'filesBucket'>;

/** Folders of the data folder: of stored files, and of temporary ones. */
export function fileFolders({ dataDir }: Pick<Config, 'dataDir'>) {
  return { root: join(dataDir, 'files'), temporaryFolder: join(dataDir, 'uploads') };
}

/** Runs `use` with the storage of the server. @throws FileStorageError if it cannot be used */
export async function withStorage<Result>(
  config: FileConfig,
  use: (storage: FileStorage) => Promise<Result>,
): Promise<Result> {
  // Its failures end the command with a message.
  const options = { ...fileFolders(config), settings: config.filesBucket, onFailure: () => undefined };
  const { storage, close } = await openStorage(options);
  try {
    return await use(storage);
  } finally {
    close();
  }
}

/** Runs `use` with the stored files of the server. @throws FileStorageError if their storage cannot be used */
export function withFiles<Result>(
  { db, config, now }: Pick<CommandContext, 'db' | 'config' | 'now'>,
  use: (files: Files) => Promise<Result>,
): Promise<Result> {
  const { temporaryFolder } = fileFolders(config);
  return withStorage(config, (storage) =>
    use(createFiles({ db, storage, temporaryFolder, prefix: config.prefix, now: () => now })),
  );
}
