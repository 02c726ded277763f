import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';

/** Moves the photos and recordings of transferred devices to their new account, so that they outlive the old one. */
export async function moveMedia(tx: Tx, trackerIds: readonly number[], accountId: number): Promise<void> {
  await sql`
    update stored_file set account_id = ${accountId}
    from device_media
    where device_media.file_id = stored_file.file_id and device_media.tracker_id = any (${[...trackerIds]}::int[])`.execute(
    tx,
  );
}
