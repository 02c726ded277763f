import type { TrackerNotice } from '@wakeline/domain/tracker-state';
import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import type { LoggedEntry } from '../live/feed.ts';

export interface NoticeToLog {
  readonly accountId: number;
  readonly trackerId: number;
  readonly notice: TrackerNotice;
}

/**
 * Appends notices to the logs of their accounts. The row of an account's head is locked until the transaction ends, so
 * numbers are given in the order of commits and none is missing; heads are locked in the order of accounts, so no two
 * transactions wait for each other.
 */
export async function appendNotices(
  tx: Tx,
  notices: readonly NoticeToLog[],
  now: number,
): Promise<readonly LoggedEntry[]> {
  if (notices.length === 0) return [];
  const counts = new Map<number, number>();
  for (const { accountId } of notices) counts.set(accountId, (counts.get(accountId) ?? 0) + 1);
  const accounts = [...counts].sort(([a], [b]) => a - b);
  const next = new Map<number, number>();
  for (const [accountId, count] of accounts) {
    const head = await tx
      .insertInto('account_log_head')
      .values({ account_id: accountId, seq: count })
      .onConflict((conflict) =>
        conflict.column('account_id').doUpdateSet({ seq: sql`account_log_head.seq + excluded.seq` }),
      )
      .returning('seq')
      .executeTakeFirstOrThrow();
    next.set(accountId, head.seq - count + 1);
  }
  const entries = notices.map(({ accountId, trackerId, notice }): LoggedEntry => {
    const seq = next.get(accountId) ?? 0;
    next.set(accountId, seq + 1);
    return { accountId, seq, kind: 'notice', trackerId, createdAt: now, payload: notice };
  });
  await sql`
    insert into account_log (account_id, seq, kind, tracker_id, created_at, payload)
    select "accountId", seq, kind, "trackerId", to_timestamp("createdAt" / 1000.0), payload
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
      as row ("accountId" int, seq bigint, kind text, "trackerId" int, "createdAt" float8, payload jsonb)`.execute(
    tx,
  );
  return entries;
}
