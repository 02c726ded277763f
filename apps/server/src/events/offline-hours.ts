import { EVENT_NUMBERS } from '@wakeline/domain/events/tracker-event';
import { type RawBuilder, sql } from 'kysely';
import type { EventHistory } from './event-archive.ts';
import { eventRelationOf } from './event-relation.ts';

interface OfflineHour {
  /** Milliseconds of all devices together: offline, and since their activation. */
  readonly offline: number;
  readonly activated: number;
}

/**
 * How long devices were offline in each of the spans between successive times: from the ends of times offline, which
 * are events, and from the states of devices that are offline now.
 *
 * @param devices selects `tracker_id` and `activated` (epoch milliseconds)
 * @param times epoch milliseconds; the last one is the present
 */
export async function readOfflineByHour(
  history: EventHistory,
  devices: RawBuilder<unknown>,
  times: readonly number[],
): Promise<readonly OfflineHour[]> {
  const [from, to] = [times[0] ?? 0, times.at(-1) ?? 0];
  const window = { from: from + 1, to: Number.MAX_SAFE_INTEGER };
  const events = await eventRelationOf(history, devices, window, [EVENT_NUMBERS.online]);
  const { rows } = await sql<OfflineHour>`
    with device as materialized (${devices}),
    span as (
      select * from unnest(${times.slice(0, -1)}::float8[], ${times.slice(1)}::float8[]) as span (starts, ends)),
    absence as (
      select greatest(since, ${from}::bigint) as starts, least(time, ${to}::bigint) as ends from ${events} as event
      where kind = ${sql.lit(EVENT_NUMBERS.online)} and time > ${from}::bigint and since < ${to}::bigint
        and tracker_id in (select tracker_id from device)
      union all
      select greatest(comm_time, ${from}::bigint), ${to}::bigint from tracker_state join device using (tracker_id)
      where (status = 'OFFLINE' or (memory ->> 'silent')::boolean) and comm_time < ${to}::bigint)
    select
      coalesce((select sum(least(absence.ends, span.ends) - greatest(absence.starts, span.starts)) from absence
        where absence.starts < span.ends and absence.ends > span.starts), 0)::float8 as offline,
      coalesce((select sum(span.ends - greatest(activated, span.starts)) from device where activated < span.ends), 0)::float8
        as activated
    from span order by starts`.execute(history.db);
  return rows;
}
