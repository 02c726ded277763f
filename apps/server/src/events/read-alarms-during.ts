import { EVENT_NUMBERS } from '@wakeline/domain/events/tracker-event';
import { NOTICE_NUMBERS, type NoticeType } from '@wakeline/domain/notices/notice-type';
import { sql } from 'kysely';
import type { EventHistory } from './event-archive.ts';
import { eventRelation } from './event-relation.ts';

/** A time of a tracker, epoch milliseconds, both included. */
interface AlarmWindow {
  readonly trackerId: number;
  readonly from: number;
  readonly to: number;
}

/** Which of these types began as alarms of the device in each window, in their order. */
export async function readAlarmTypesDuring(
  history: EventHistory,
  windows: readonly AlarmWindow[],
  types: readonly NoticeType[],
): Promise<readonly ReadonlySet<NoticeType>[]> {
  const found = windows.map(() => new Set<NoticeType>());
  if (windows.length === 0) return found;
  const refs = types.map((type) => NOTICE_NUMBERS[type]);
  const events = await eventRelation(history, { spans: windows, kinds: [EVENT_NUMBERS.alarm], refs });
  const { rows } = await sql<{ number: number; ref: number }>`
    select distinct number::int, ref from unnest(${windows.map(({ trackerId }) => trackerId)}::int[],
        ${windows.map(({ from }) => Math.trunc(from))}::bigint[],
        ${windows.map(({ to }) => Math.trunc(to))}::bigint[]) with ordinality
        as span (tracker_id, from_time, to_time, number)
      join ${events} as event on event.tracker_id = span.tracker_id and time between span.from_time and span.to_time
    where kind = ${sql.lit(EVENT_NUMBERS.alarm)} and ref = any (${refs}::int[])`.execute(history.db);
  for (const { number, ref } of rows) {
    const type = types.find((one) => NOTICE_NUMBERS[one] === ref);
    if (type !== undefined) found[number - 1]?.add(type);
  }
  return found;
}
