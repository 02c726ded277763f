import { type RawBuilder, sql } from 'kysely';
import type { Tx } from './database.ts';
import type { ServerEvent } from './events.ts';
import { EVENT_CHANNEL } from './notify.ts';
import type { AlarmPayload, NoticePayload } from './schema.ts';

export interface NoticeToLog {
  readonly accountId: number;
  readonly trackerId: number;
  readonly notice: NoticePayload;
}

interface OfAccount {
  readonly accountId: number;
}

/** An entry to append; `trackerId` determines who may see it, null: everybody in the account. */
interface EntryToLog<Kind extends string, Payload> extends OfAccount {
  readonly kind: Kind;
  readonly trackerId: number | null;
  readonly payload: Payload;
}
type NoticeEntry = EntryToLog<'notice', NoticePayload>;
type AlarmEntry = EntryToLog<'alarm', AlarmPayload>;

interface Appended {
  readonly seq: number;
  /** Epoch milliseconds. */
  readonly createdAt: number;
}

/** A notice that was appended to the log of an account. */
export type LoggedEntry = NoticeEntry & Appended;

/** The payload of `account_log as log`, in queries for the kind `notice`. */
export const noticePayload: RawBuilder<NoticePayload> = sql<NoticePayload>`log.payload`;
/** The same for the kind `alarm`. */
export const alarmPayload: RawBuilder<AlarmPayload> = sql<AlarmPayload>`log.payload`;

/** Appends notices to the logs of their accounts: see `appendEntries`. */
export function appendNotices(
  tx: Tx,
  notices: readonly NoticeToLog[],
  now: number,
): Promise<readonly LoggedEntry[]> {
  return appendEntries(
    tx,
    notices.map(({ accountId, trackerId, notice }) => ({
      accountId,
      trackerId,
      kind: 'notice',
      payload: notice,
    })),
    now,
  );
}

/**
 * Appends entries to the logs of their accounts. The head row of each account stays locked until the transaction
 * ends, so sequence numbers follow the commit order without gaps. Heads are locked in account order, which prevents
 * deadlocks. Other servers are notified with the commit.
 */
export async function appendEntries<Entry extends NoticeEntry | AlarmEntry>(
  tx: Tx,
  added: readonly Entry[],
  now: number,
): Promise<readonly (Entry & Appended)[]> {
  if (added.length === 0) return [];
  const next = await allocateNumbers(tx, added);
  const entries = added.map((entry) => {
    const seq = next.get(entry.accountId) ?? 0;
    next.set(entry.accountId, seq + 1);
    return { ...entry, seq, createdAt: now };
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
async function allocateNumbers(tx: Tx, added: readonly OfAccount[]): Promise<Map<number, number>> {
  const counts = new Map<number, number>();
  for (const { accountId } of added) counts.set(accountId, (counts.get(accountId) ?? 0) + 1);
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
async function notifyServers(tx: Tx, logged: readonly (OfAccount & Pick<Appended, 'seq'>)[]): Promise<void> {
  const last = new Map(logged.map(({ accountId, seq }) => [accountId, seq]));
  const events = [...last].map(([accountId, seq]) =>
    JSON.stringify({ type: 'log', accountId, seq } satisfies ServerEvent),
  );
  await sql`select pg_notify(${EVENT_CHANNEL}, event) from unnest(${events}::text[]) as event`.execute(tx);
}
