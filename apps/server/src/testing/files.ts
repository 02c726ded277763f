import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Db } from '../db/database.ts';
import { createFiles, type Files } from '../files/files.ts';

/** Files for a server without a data folder. */
export function testFiles(db: Db): Files {
  return createFiles({ db, root: join(tmpdir(), 'wakeline-no-files'), prefix: '/service', now: () => 0 });
}

/** Folder for uploaded files of such a server. */
export const TEST_UPLOADS = join(tmpdir(), 'wakeline-no-uploads');
