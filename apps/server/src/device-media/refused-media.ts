import type { MediaKind, MediaRefusal } from '@wakeline/domain/media/media';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { lockTracker } from './store-media.ts';

/** Refused photos, and refused recordings, that are listed for a device. */
const MAX_PER_TRACKER = 20;

interface RefusedMedia {
  readonly trackerId: number;
  readonly accountId: number;
  readonly kind: MediaKind;
  readonly reason: MediaRefusal;
  readonly mediaId: number | null;
  readonly channel: number | null;
}

/** Lists a refused photo or recording for its device, without its content. The newest ones of a device are kept. */
export async function recordRefusedMedia(db: Db, media: RefusedMedia, now: number): Promise<void> {
  const { trackerId, kind, reason, mediaId, channel } = media;
  await db.transaction().execute(async (tx) => {
    if (!(await lockTracker(tx, media))) return;
    const time = sql`to_timestamp(${now} / 1000.0)`;
    await sql`
      insert into device_media (tracker_id, kind, media_id, channel, taken_at, received_at, refusal)
      values (${trackerId}, ${kind}, ${mediaId}, ${channel}, ${time}, ${time}, ${reason})`.execute(tx);
    await sql`
      delete from device_media
      where tracker_id = ${trackerId} and kind = ${kind} and refusal is not null and device_media_id not in (
        select device_media_id from device_media
        where tracker_id = ${trackerId} and kind = ${kind} and refusal is not null
        order by device_media_id desc limit ${MAX_PER_TRACKER})`.execute(tx);
  });
}
