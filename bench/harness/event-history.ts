import type pg from 'pg';

const DAY = 86_400_000;
const WEEK = 7 * DAY;
/** Weeks start on Mondays, as in `apps/server/src/db/partitions.ts`. */
const MONDAY = 4 * DAY;
/**
 * Numbers of the kinds of 20 events of a vehicle: three trips, three times the ignition, two fences, one time offline, an alarm
 * and a low battery.
 */
const KINDS = [4, 5, 4, 5, 4, 5, 6, 7, 6, 7, 6, 7, 0, 1, 0, 1, 8, 9, 2, 10];

export interface EventTable {
  /** Bytes of a row: the table, its index. */
  readonly row: number;
  readonly index: number;
}

/**
 * Fills the event table by SQL with the events of `weeks` up to now, uniform for each tracker from id 1 on, in the order of
 * their times, as devices send them.
 */
export async function fillEvents(
  client: pg.Client,
  { events, trackers, weeks }: { readonly events: number; readonly trackers: number; readonly weeks: number },
): Promise<EventTable> {
  const thisWeek = Math.floor((Date.now() - MONDAY) / WEEK);
  for (let weeksAgo = weeks - 1; weeksAgo >= 0; weeksAgo--) {
    await fillWeek(client, thisWeek - weeksAgo, Math.floor(events / weeks), trackers);
  }
  await client.query('vacuum analyze event');
  await client.query('checkpoint');
  const { rows } = await client.query<{ row: number; index: number }>(`
    select (sum(pg_relation_size(inhrelid)) / count)::float8 as row, (sum(pg_indexes_size(inhrelid)) / count)::float8 as index
    from pg_inherits, (select count(*) from event) as stored where inhparent = 'event'::regclass group by count`);
  const [table] = rows;
  if (table === undefined) throw new Error('the table has no size');
  return table;
}

async function fillWeek(client: pg.Client, week: number, events: number, trackers: number): Promise<void> {
  const start = week * WEEK + MONDAY;
  const table = `event_${week + 1}`;
  await client.query(
    `create table if not exists ${table} partition of event for values from (${start}) to (${start + WEEK})`,
  );
  const step = WEEK / events;
  await client.query(
    `insert into ${table} (time, since, tracker_id, ref, latitude, longitude, kind, data)
     select time, case when kind in (0, 2, 10) then null else time - 3600000 end, number % ${trackers} + 1,
       case when kind in (0, 1) then 1000 + number % 1000 when kind = 2 then 6 else 0 end,
       247800000 + number % 1000000, 1104900000 + number % 1000000, kind,
       case
         when kind = 5 then jsonb_build_object('metres', 12000 + number % 999)
         when kind = 10 then '{"battery": 20}'
         when kind in (0, 1) then jsonb_build_object('name', 'Depot North ' || number % 1000, 'group', 123, 'account', 1)
       end
     from (
       select number, ${start} + (number * ${step}::float8)::bigint as time,
         ('{${KINDS}}'::int[])[(number / ${trackers}) % ${KINDS.length} + 1] as kind
       from generate_series(0, ${events - 1}) as number
     ) as made order by number`,
  );
}
