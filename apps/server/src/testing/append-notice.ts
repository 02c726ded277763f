import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import { sendEvent } from '../db/notify.ts';
import type { NoticePayload } from '../db/schema.ts';

export interface NoticeToAppend {
  readonly accountId: number;
  readonly trackerId: number | null;
  readonly details: Partial<NoticePayload>;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Appends a notice to an account's log as the log requires: the head's row is locked until the commit. */
export async function appendNotice(
  tx: Tx,
  { accountId, trackerId, details, now }: NoticeToAppend,
): Promise<number> {
  const { seq } = await tx
    .insertInto('account_log_head')
    .values({ account_id: accountId, seq: 1 })
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet({ seq: sql<number>`account_log_head.seq + 1` }),
    )
    .returning('seq')
    .executeTakeFirstOrThrow();
  const payload: NoticePayload = {
    noticeType: 'SOS',
    time: now,
    latitude: null,
    longitude: null,
    battery: null,
    speed: null,
    ...details,
  };
  await tx
    .insertInto('account_log')
    .values({
      account_id: accountId,
      seq,
      kind: 'notice',
      tracker_id: trackerId,
      created_at: new Date(now),
      payload: JSON.stringify(payload),
    })
    .execute();
  await sendEvent(tx, { type: 'log', accountId, seq });
  return seq;
}
