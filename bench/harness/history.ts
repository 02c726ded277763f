import type pg from 'pg';

const DAY = 86_400_000;
const WEEK = 7 * DAY;
/** Weeks start on Mondays, as in `apps/server/src/db/partitions.ts`. */
const MONDAY = 4 * DAY;
/** Bytes of a packed report of a vehicle, as in `apps/server/src/positions/packing.ts`. */
const PACKED = '\\x5fd00f901c94110cbe3c09';

/**
 * Fills the history by SQL: half of it in this week, where new positions are stored, and half over the year before, a uniform
 * track for each tracker from id 1 on. It depends on the table's layout only for speed: 20 million reports through a socket
 * would take longer than the measurement.
 *
 * @returns bytes of the table with its indexes.
 */
export async function fillHistory(client: pg.Client, positions: number, trackers: number): Promise<number> {
  const thisWeek = Math.floor((Date.now() - MONDAY) / WEEK);
  const half = Math.floor(positions / 2);
  await fillWeek(client, thisWeek, half, trackers);
  const weeks = 51;
  for (let weeksAgo = 1; weeksAgo <= weeks; weeksAgo++) {
    await fillWeek(client, thisWeek - weeksAgo, Math.floor(half / weeks), trackers);
  }
  await client.query('vacuum analyze position');
  await client.query('checkpoint');
  const { rows } = await client.query<{ bytes: string }>(
    "select sum(pg_total_relation_size(inhrelid)) as bytes from pg_inherits where inhparent = 'position'::regclass",
  );
  return Number(rows[0]?.bytes);
}

async function fillWeek(client: pg.Client, week: number, positions: number, trackers: number): Promise<void> {
  const start = week * WEEK + MONDAY;
  const table = await ensureWeek(client, start);
  const positionsPerTracker = Math.floor(positions / trackers);
  // Offset by half a second, so that later measured reports have none of these times.
  const step = Math.floor(WEEK / Math.max(positionsPerTracker, 1));
  await client.query(
    `insert into ${table} (time, tracker_id, latitude, longitude, packed)
     select ${start} + number * ${step}::bigint / 1000 * 1000 + 500, tracker, 247800000 + number, 1104900000 + number, '${PACKED}'
     from generate_series(0, ${positionsPerTracker - 1}) number, generate_series(1, ${trackers}) tracker`,
  );
}

/** Creates the partition of the week of a time, epoch milliseconds; returns its name. */
export async function ensureWeek(client: pg.Client, time: number): Promise<string> {
  const week = Math.floor((time - MONDAY) / WEEK);
  const start = week * WEEK + MONDAY;
  const table = `position_${week + 1}`;
  await client.query(
    `create table if not exists ${table} partition of position for values from (${start}) to (${start + WEEK})`,
  );
  return table;
}
