import type { Db, Tx } from '../db/database.ts';
import type { FileStorage } from './file-storage.ts';

/** Unused files are kept for a day: the form of an upload can still be open. */
const GRACE_MS = 86_400_000;
/** Files checked per statement. */
const BATCH_SIZE = 500;

export interface SweepOptions {
  readonly db: Db;
  readonly storage: FileStorage;
  /** Epoch milliseconds. */
  readonly now: number;
  /** A picture, photo or recording that none of these queries reports as used is removed. */
  readonly usedPictureQueries: readonly UsedPicturesQuery[];
}

/** Returns the ids of the pictures that are in use. */
export type UsedPicturesQuery = (tx: Tx, fileIds: readonly string[]) => Promise<ReadonlySet<string>>;

/**
 * Removes expired files, pictures that are unused a day after their upload (a form that was never saved, a replaced logo),
 * photos and recordings of removed devices, and content without a row, which a crash leaves behind.
 *
 * @returns the number of removed files.
 */
export async function sweepFiles({ db, storage, now, usedPictureQueries }: SweepOptions): Promise<number> {
  const cutoff = now - GRACE_MS;
  const expired = await removeExpired(db, storage, now);
  const unused = await removeUnusedPictures(db, storage, { cutoff, usedPictureQueries });
  await storage.removeUnfinished(cutoff);
  return expired + unused + (await removeOrphans(db, storage, cutoff));
}

async function removeExpired(db: Db, storage: FileStorage, now: number): Promise<number> {
  const rows = await db
    .transaction()
    .execute((tx) =>
      tx.deleteFrom('stored_file').where('expires_at', '<=', new Date(now)).returning('file_id').execute(),
    );
  for (const { file_id } of rows) await storage.delete(file_id);
  return rows.length;
}

async function removeUnusedPictures(
  db: Db,
  storage: FileStorage,
  { cutoff, usedPictureQueries }: { readonly cutoff: number } & Pick<SweepOptions, 'usedPictureQueries'>,
): Promise<number> {
  let removed = 0;
  for (let after: string | undefined = ''; after !== undefined; ) {
    const above: string = after;
    const page = await db.transaction().execute(async (tx) => {
      // Locked: a transaction that references one of them waits and finds it removed, or has committed before.
      const rows = await tx
        .selectFrom('stored_file')
        .select('file_id')
        .where('kind', 'in', ['picture', 'portrait', 'photo', 'recording', 'video'])
        .where('created_at', '<', new Date(cutoff))
        .where('file_id', '>', above)
        .orderBy('file_id')
        .limit(BATCH_SIZE)
        .forUpdate()
        .execute();
      const fileIds = rows.map((row) => row.file_id);
      let unused: readonly string[] = fileIds;
      for (const findUsed of usedPictureQueries) {
        const used = await findUsed(tx, unused);
        unused = unused.filter((fileId) => !used.has(fileId));
      }
      if (unused.length > 0) await tx.deleteFrom('stored_file').where('file_id', 'in', unused).execute();
      return { unused, last: fileIds.at(-1) };
    });
    for (const fileId of page.unused) await storage.delete(fileId);
    removed += page.unused.length;
    after = page.last;
  }
  return removed;
}

async function removeOrphans(db: Db, storage: FileStorage, cutoff: number): Promise<number> {
  let removed = 0;
  let batch: string[] = [];
  async function removeOrphansOfBatch(): Promise<void> {
    if (batch.length === 0) return;
    const rows = await db.selectFrom('stored_file').select('file_id').where('file_id', 'in', batch).execute();
    const known = new Set(rows.map((row) => row.file_id));
    const orphans = batch.filter((fileId) => !known.has(fileId));
    for (const fileId of orphans) await storage.delete(fileId);
    removed += orphans.length;
    batch = [];
  }
  for await (const { fileId, writtenAt } of storage.list()) {
    if (writtenAt >= cutoff) continue;
    batch.push(fileId);
    if (batch.length === BATCH_SIZE) await removeOrphansOfBatch();
  }
  await removeOrphansOfBatch();
  return removed;
}
