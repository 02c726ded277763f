import { sql } from 'kysely';
import { noticePayload } from '../db/account-log.ts';
import type { Tx } from '../db/database.ts';
import { type AlarmActor, takeAlarmStep } from './take-step.ts';

export interface ClearedSos {
  readonly accountId: number;
  readonly trackerId: number;
  /** Epoch milliseconds by the device clock at which the device ended it; null: a user cleared the newest one. */
  readonly until: number | null;
}

/**
 * Resolves the notice of an SOS that was cleared: the newest SOS notice of the device. A resolved one stays as it is, and
 * the owner of an acknowledged one does not matter, because the SOS is over.
 */
export async function resolveClearedSos(
  tx: Tx,
  { accountId, trackerId, until }: ClearedSos,
  actor: AlarmActor,
  now: number,
): Promise<void> {
  const notice = await tx
    .selectFrom('account_log as log')
    .where('log.account_id', '=', accountId)
    .where('log.tracker_id', '=', trackerId)
    .where('log.kind', '=', sql.lit('notice'))
    .where(sql`log.payload ->> 'noticeType'`, '=', 'SOS')
    .$if(until !== null, (query) => query.where(sql<number>`(log.payload ->> 'time')::float8`, '<=', until))
    .orderBy('log.seq', 'desc')
    .limit(1)
    .select(['log.seq', 'log.created_at', noticePayload.as('payload')])
    .executeTakeFirst();
  if (notice === undefined || (await isResolved(tx, accountId, notice.seq))) return;
  const { latitude, longitude, event = null } = notice.payload;
  const subject = {
    accountId,
    messageId: notice.seq,
    trackerId,
    noticeType: 'SOS',
    createdAt: notice.created_at.getTime(),
    latitude,
    longitude,
    event,
  } as const;
  const step = { step: 'resolve', takeOver: true, reason: 'sosCleared', comment: '' } as const;
  await takeAlarmStep(tx, subject, actor, step, now);
}

async function isResolved(tx: Tx, accountId: number, seq: number): Promise<boolean> {
  const row = await tx
    .selectFrom('alarm')
    .where('account_id', '=', accountId)
    .where('seq', '=', seq)
    .select('state')
    // A concurrent step is waited for: it may resolve the notice.
    .forUpdate()
    .executeTakeFirst();
  return row?.state === 'resolved';
}
