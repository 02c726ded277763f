import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Db } from '../db/database.ts';
import { createFiles, type Files, type FilesOptions } from '../files/files.ts';
import { createFolderStorage } from '../files/folder-storage.ts';

/** Stored files whose contents are in the folder `root`. */
export function filesInFolder({
  root,
  ...options
}: Pick<FilesOptions, 'db' | 'prefix' | 'now'> & { readonly root: string }): Files {
  const temporaryFolder = join(root, 'temporary');
  return createFiles({ ...options, storage: createFolderStorage(root), temporaryFolder });
}

/** Files for a server without a data folder. */
export function testFiles(db: Db): Files {
  return filesInFolder({ db, root: join(tmpdir(), 'wakeline-no-files'), prefix: '/service', now: () => 0 });
}

/** Folder for uploaded files of such a server. */
export const TEST_UPLOADS = join(tmpdir(), 'wakeline-no-uploads');
