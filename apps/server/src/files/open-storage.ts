import type { FileStorage } from './file-storage.ts';
import { createFolderStorage } from './folder-storage.ts';
import type { S3Settings } from './s3-settings.ts';
import type { S3StorageOptions } from './s3-storage.ts';

export interface OpenStorage {
  readonly storage: FileStorage;
  /** Whether the bucket responds within this time, milliseconds; null: the files are in a folder. */
  readonly isResponding: ((timeoutMs: number) => Promise<boolean>) | null;
  close(): void;
}

export interface StorageOptions extends Pick<S3StorageOptions, 'temporaryFolder' | 'onFailure'> {
  /** Folder of the files, without a bucket. */
  readonly root: string;
  /** Null: the files are in the folder. */
  readonly settings: S3Settings | null;
}

/** Opens the storage of the configuration. @throws FileStorageError if the bucket cannot be used */
export async function openStorage({ root, settings, ...options }: StorageOptions): Promise<OpenStorage> {
  if (settings === null)
    return { storage: createFolderStorage(root), isResponding: null, close: () => undefined };
  const storage = await openBucket(settings, options);
  return {
    storage,
    isResponding: (timeoutMs) => storage.isResponding(timeoutMs),
    close: () => storage.close(),
  };
}

/** Opens a bucket. Its library takes 35 MB of memory, so that others do not load it. @throws FileStorageError */
export async function openBucket(
  settings: S3Settings,
  options: Pick<S3StorageOptions, 'temporaryFolder' | 'onFailure'>,
) {
  const { S3Storage } = await import('./s3-storage.ts');
  const storage = new S3Storage({ settings, ...options });
  try {
    await storage.check();
  } catch (error) {
    storage.close();
    throw error;
  }
  return storage;
}
