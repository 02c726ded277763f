import type pg from 'pg';

const DAY = 86_400_000;
const WEEK = 7 * DAY;
/** Weeks start on Mondays, as in `apps/server/src/db/partitions.ts`. */
const MONDAY = 4 * DAY;
const STOPS_A_DAY = 8;
const FENCES = 50;

/**
 * Fills the episodes of the days up to now, as delivery vans have them: eight trips and stops a day, two visits of fences and an
 * overspeed every second day. The devices are those with the ids from 1 on. Returns the number of episodes.
 */
export async function fillEpisodes(
  client: pg.Client,
  { devices, days }: { readonly devices: number; readonly days: number },
): Promise<number> {
  await client.query(
    `insert into fence (account_id, name, type, data, color, display, notice, hold_seconds, hold_metres, note)
     select account_id, 'Depot ' || number, 'POLYGON', $1::jsonb, '#1677ff', 'SHOW', 'BOTH', 10, 30, ''
     from account, generate_series(1, ${FENCES}) as number`,
    [JSON.stringify({ rings: [SQUARE] })],
  );
  const [today, first] = [Math.floor(Date.now() / DAY), Math.floor(Date.now() / DAY) - days + 1];
  const weekOf = (time: number) => Math.floor((time - MONDAY) / WEEK);
  for (let week = weekOf(first * DAY); week <= weekOf((today + 1) * DAY); week += 1) {
    const start = week * WEEK + MONDAY;
    for (const table of ['position', 'event', 'episode']) {
      await client.query(
        `create table if not exists ${table}_${week + 1} partition of ${table}
         for values from (${start}) to (${start + WEEK})`,
      );
    }
  }
  const number = `(tracker_id * 7919 + day * 6101 + place)`;
  const columns = `started_at, ended_at, tracker_id, latitude, longitude, end_latitude, end_longitude, kind, metres, ignition,
    data, ref`;
  const places = `247800000 + ${number} % 1000000, 1104900000 + ${number} % 1000000`;
  const from = `from generate_series(1, ${devices}) as tracker_id, generate_series(${first}, ${today}) as day`;
  let count = 0;
  for (const statement of [
    // A trip of 30 minutes and a stop of 20 to 119 minutes every two hours.
    `select start, start + 1800000, tracker_id, ${places}, ${places}, 0, 12000, 1800000, null::jsonb, 0
     ${from}, generate_series(0, ${STOPS_A_DAY - 1}) as place,
     lateral (select day * ${DAY}::bigint + 18000000 + place * 7200000 as start) as made`,
    `select start, start + (20 + ${number} % 100) * 60000, tracker_id, ${places}, ${places}, 1, 0, 60000, null::jsonb, 0
     ${from}, generate_series(0, ${STOPS_A_DAY - 1}) as place,
     lateral (select day * ${DAY}::bigint + 19800000 + place * 7200000 as start) as made`,
    `select start, start + 10000 + ${number} % 90000, tracker_id, ${places}, ${places}, 3, 900, null::bigint,
       jsonb_build_object('limit', 60, 'fastest', jsonb_build_array(61 + ${number} % 40, start + 5000, 24.8, 110.5),
         'rule', 'Town', 'account', account_id, 'notice', 'sent', 'noticeTime', start, 'noticeAt', start), 1
     ${from}, account, lateral (select 1 as place, day * ${DAY}::bigint + 20000000 + tracker_id as start) as made
     where (tracker_id + day) % 2 = 0`,
    `select start, start + 3600000, tracker_id, ${places}, ${places}, 4, 300, null::bigint,
       jsonb_build_object('name', 'Depot ' || 1 + ${number} % ${FENCES}, 'group', null, 'account', account_id,
         'entry', true, 'exit', true, 'entryDelay', 10000, 'exitDelay', 10000), 1 + ${number} % ${FENCES}
     ${from}, account, generate_series(0, 1) as place,
     lateral (select day * ${DAY}::bigint + 21000000 + place * 30000000 as start) as made`,
  ]) {
    // In the order of time, as devices make them.
    const { rowCount } = await client.query(
      `insert into episode (${columns}) select * from (${statement}) as made order by 1`,
    );
    count += rowCount ?? 0;
  }
  await client.query('vacuum analyze episode');
  return count;
}

const SQUARE = [
  [110.4, 24.7],
  [110.5, 24.7],
  [110.5, 24.8],
  [110.4, 24.8],
  [110.4, 24.7],
];
