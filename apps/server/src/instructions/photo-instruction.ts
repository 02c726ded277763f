import type { MediaTrigger } from '@wakeline/domain/media/media';
import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';

/** A device that does not announce its photos sends them within this time, milliseconds. */
const UNANNOUNCED_MS = 10 * 60_000;
/** An announced photo can wait for a better connection. Later the device may have numbered another one the same. */
const ANNOUNCED_MS = 24 * 3_600_000;

/**
 * The instruction that requested a photo: the newest that announced this number; else, for a photo that the device took
 * on an instruction, the newest for this camera that announced none. Null: there is none.
 */
export async function findPhotoInstruction(
  tx: Tx,
  {
    trackerId,
    mediaId,
    channel,
    trigger,
  }: {
    readonly trackerId: number;
    readonly mediaId: number | null;
    readonly channel: number | null;
    readonly trigger: MediaTrigger | null;
  },
  now: number,
): Promise<number | null> {
  const {
    rows: [row],
  } = await sql<{ instruction_id: number }>`
    select instruction_id
    from instruction join tracker using (tracker_id)
    where tracker_id = ${trackerId} and instruction.account_id = tracker.account_id
      and instruction.name = 'photo' and sent_at is not null and (
        (${mediaId}::bigint = any (media_ids) and sent_at > to_timestamp(${now - ANNOUNCED_MS} / 1000.0))
        or (${trigger === 'instruction'} and media_ids = '{}' and (parameters ->> 'channel')::numeric = ${channel}
          and sent_at > to_timestamp(${now - UNANNOUNCED_MS} / 1000.0)))
    order by ${mediaId}::bigint = any (media_ids) desc, instruction_id desc
    limit 1`.execute(tx);
  return row?.instruction_id ?? null;
}
