import { sql } from 'kysely';
import type { Tx } from './database.ts';
import type { ServerEvent } from './events.ts';
import { EVENT_CHANNEL } from './notify.ts';
import type { NoticePayload } from './schema.ts';

export interface NoticeToLog {
  readonly accountId: number;
  readonly trackerId: number;
  readonly notice: NoticePayload;
}

/** An entry that was appended to the log of an account. */
export interface LoggedEntry {
  readonly accountId: number;
  readonly seq: number;
  readonly kind: 'notice';
  readonly trackerId: number | null;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly payload: NoticePayload;
}

/**
 * Appends notices to the logs of their accounts. The head row of each account stays locked until the transaction
 * ends, so sequence numbers follow the commit order without gaps. Heads are locked in account order, which prevents
 * deadlocks. Other servers are notified with the commit.
 */
export async function appendNotices(
  tx: Tx,
  notices: readonly NoticeToLog[],
  now: number,
): Promise<readonly LoggedEntry[]> {
  if (notices.length === 0) return [];
  const next = await allocateNumbers(tx, notices);
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
  await notifyServers(tx, entries);
  return entries;
}

/** Returns the sequence number of the first new entry of each account. */
async function allocateNumbers(tx: Tx, notices: readonly NoticeToLog[]): Promise<Map<number, number>> {
  const counts = new Map<number, number>();
  for (const { accountId } of notices) counts.set(accountId, (counts.get(accountId) ?? 0) + 1);
  const accounts = [...counts.keys()].sort((a, b) => a - b);
  const { rows } = await sql<{ account_id: number; seq: number }>`
    insert into account_log_head (account_id, seq)
    select * from unnest(${accounts}::int[], ${accounts.map((id) => counts.get(id))}::bigint[]) as new (id, count) order by id
    on conflict (account_id) do update set seq = account_log_head.seq + excluded.seq
    returning account_id, seq`.execute(tx);
  return new Map(rows.map(({ account_id: id, seq }) => [id, seq - (counts.get(id) ?? 0) + 1]));
}

/**
 * Publishes the last log sequence number of each account to the other servers on the database, which serve consoles.
 */
async function notifyServers(tx: Tx, logged: readonly LoggedEntry[]): Promise<void> {
  const last = new Map(logged.map(({ accountId, seq }) => [accountId, seq]));
  const events = [...last].map(([accountId, seq]) =>
    JSON.stringify({ type: 'log', accountId, seq } satisfies ServerEvent),
  );
  await sql`select pg_notify(${EVENT_CHANNEL}, event) from unnest(${events}::text[]) as event`.execute(tx);
}
