import { EVENT_KINDS, EVENT_NUMBERS } from '@wakeline/domain/events/tracker-event';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/database.ts';

const KIND = sql.raw(
  `case log.payload #>> '{event,kind}' ${EVENT_KINDS.map((kind) => `when '${kind}' then ${EVENT_NUMBERS[kind]}`).join(' ')} end`,
);

export interface NoticeOfEventsReader {
  readonly accountId: number;
  readonly userId: number;
  /** Epoch milliseconds: older notices are left out. */
  readonly since: number;
  /** Null: all. */
  readonly trackerIds: readonly number[] | null;
}

/** Query: the notices of events with `tracker_id`, `time`, `kind`, `ref` of the event, `seq`, and whether the user read it. */
export function noticesOfEvents({
  accountId,
  userId,
  since,
  trackerIds,
}: NoticeOfEventsReader): RawBuilder<unknown> {
  const among = trackerIds === null ? sql`true` : sql`log.tracker_id = any (${[...trackerIds]}::int[])`;
  return sql`
    select log.tracker_id, (log.payload #>> '{event,time}')::float8::bigint as time, ${KIND} as kind,
      (log.payload #>> '{event,ref}')::int as ref, log.seq,
      log.seq <= reader.read_to or notice_read.seq is not null as is_read
    from account_log as log
      join app_user as reader on reader.user_id = ${userId}
      left join notice_read on notice_read.user_id = reader.user_id and notice_read.seq = log.seq
    where log.account_id = ${accountId} and log.kind = 'notice' and log.created_at > ${new Date(since)}
      and log.payload ? 'event' and ${among}`;
}

export interface EventNotice {
  readonly tracker_id: number;
  readonly time: number;
  readonly kind: number;
  readonly ref: number;
  readonly seq: number;
  readonly is_read: boolean;
}

/** The notices of events of some trackers. */
export async function readNoticesOfEvents(
  db: Db,
  reader: NoticeOfEventsReader,
): Promise<readonly EventNotice[]> {
  if (reader.trackerIds?.length === 0) return [];
  const { rows } = await sql<EventNotice>`${noticesOfEvents(reader)}`.execute(db);
  return rows;
}

/** The last comment of each of these alarms of an account, by number. */
export async function readLastComments(
  db: Db,
  accountId: number,
  messageIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (messageIds.length === 0) return new Map();
  const { rows } = await sql<{ seq: number; comment: string }>`
    select distinct on (seq) seq, comment from alarm_step
    where account_id = ${accountId} and seq = any (${[...messageIds]}::bigint[]) and comment <> ''
    order by seq, step_id desc`.execute(db);
  return new Map(rows.map(({ seq, comment }) => [seq, comment]));
}
