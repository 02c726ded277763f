import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import type { MediaFiles } from './store-media.ts';

const DAY = 86_400_000;
/** Photos and recordings deleted in one transaction. */
const BATCH_SIZE = 500;

/**
 * Deletes photos and recordings that are older than the retention of their account, as its positions are. Returns their number.
 *
 * @param now epoch milliseconds
 */
export async function dropOldMedia(
  db: Db,
  files: Pick<MediaFiles, 'remove' | 'discard'>,
  now: number,
): Promise<number> {
  let dropped = 0;
  for (;;) {
    const rows = await db.transaction().execute(async (tx) => {
      const { rows: deleted } = await sql<{ file_id: string | null }>`
        delete from device_media where device_media_id in (
          select device_media_id
          from device_media join tracker using (tracker_id) join account using (account_id)
          where taken_at < to_timestamp((${now}::float8 - retention_days * ${DAY}::float8) / 1000.0)
          limit ${BATCH_SIZE})
        returning file_id`.execute(tx);
      await files.remove(tx, fileIdsOf(deleted));
      return deleted;
    });
    await files.discard(fileIdsOf(rows));
    dropped += rows.length;
    if (rows.length < BATCH_SIZE) return dropped;
  }
}

/** Of these files, the ones of photos and recordings. */
export async function filesOfMedia(tx: Tx, fileIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (fileIds.length === 0) return new Set();
  const rows = await tx
    .selectFrom('device_media')
    .select('file_id')
    .where('file_id', 'in', fileIds)
    .execute();
  return new Set(fileIdsOf(rows));
}

export function fileIdsOf(rows: readonly { readonly file_id: string | null }[]): readonly string[] {
  return rows.flatMap(({ file_id }) => file_id ?? []);
}
