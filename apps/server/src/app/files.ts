import { join } from 'node:path';
import type { Registry } from 'prom-client';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/database.ts';
import { createFiles, type Files } from '../files/files.ts';
import { type OpenStorage, openStorage } from '../files/open-storage.ts';
import { countStorageFailures } from './metrics.ts';

export interface FilesOptions {
  readonly db: Db;
  readonly config: Pick<Config, 'dataDir' | 'filesBucket' | 'prefix'>;
  readonly clock: Clock;
  readonly registry: Registry;
  /** Folder for temporary files of this server. */
  readonly temporaryFolder: string;
}

/** The stored files with their storage. */
export interface OpenFiles extends OpenStorage {
  readonly files: Files;
}

/** Composes the stored files. @throws FileStorageError if their bucket cannot be used */
export async function openFiles(options: FilesOptions): Promise<OpenFiles> {
  const { db, config, clock, registry, temporaryFolder } = options;
  const root = join(config.dataDir, 'files');
  const onFailure = countStorageFailures(registry);
  const opened = await openStorage({ root, settings: config.filesBucket, temporaryFolder, onFailure });
  const { storage } = opened;
  const { prefix } = config;
  const files = createFiles({ db, storage, temporaryFolder, prefix, now: () => clock.now() });
  return { ...opened, files };
}
