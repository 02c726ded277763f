import { totalOf } from '@wakeline/domain/activity/activity';
import { activityMemoryFromText } from '@wakeline/domain/activity/activity-memory-text';
import { openActivity } from '@wakeline/domain/activity/follow-activity';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { ACTIVITY_NUMBERS } from './episode-row.ts';

/** Episodes that began earlier add next to nothing to the hours of a day. */
const MAX_EPISODE_MS = 7 * 86_400_000;

/**
 * Metres of devices in each of the spans between successive times. The metres of an episode are divided by the time that it
 * has in each span.
 *
 * @param devices selects `tracker_id`
 * @param times epoch milliseconds, increasing
 * @returns null: there are no devices with data
 */
export async function readMileageByHour(
  db: Db,
  devices: RawBuilder<unknown>,
  times: readonly number[],
): Promise<readonly (number | null)[]> {
  const [from, to] = [times[0] ?? 0, times.at(-1) ?? 0];
  const { rows } = await sql<{ metres: number | null }>`
    with device as materialized (${devices}),
    span as (
      select * from unnest(${times.slice(0, -1)}::float8[], ${times.slice(1)}::float8[]) as span (starts, ends)),
    moved as materialized (
      select started_at, ended_at, metres / greatest(1, ended_at - started_at) as rate from episode
      where started_at >= ${from - MAX_EPISODE_MS}::bigint and started_at < ${to}::bigint and ended_at > ${from}::bigint
        and kind = any (${ACTIVITY_NUMBERS}::smallint[]) and metres > 0 and tracker_id in (select tracker_id from device))
    select (select sum(rate * (least(ended_at, span.ends) - greatest(started_at, span.starts))) from moved
      where started_at < span.ends and ended_at > span.starts)::float8 as metres
    from span order by starts`.execute(db);
  const open = await readOpenMileage(db, devices, times);
  const sums = rows.map(({ metres }, index) => {
    const added = open[index] ?? null;
    return metres === null ? added : metres + (added ?? 0);
  });
  // An hour without movement is 0 in a fleet that has moved at all.
  return sums.some((sum) => sum !== null) ? sums.map((sum) => sum ?? 0) : sums;
}

/** The same of activities that go on, which are in the states of devices only. */
async function readOpenMileage(
  db: Db,
  devices: RawBuilder<unknown>,
  times: readonly number[],
): Promise<readonly (number | null)[]> {
  const { rows } = await sql<{ activity: string; fix_time: number; latitude: number; longitude: number }>`
    with device as (${devices})
    select memory ->> 'activity' as activity, fix_time, latitude, longitude
    from tracker_state join device using (tracker_id)
    where fix_time >= ${times[0] ?? 0}::bigint and memory ->> 'activity' is not null and latitude is not null
      and longitude is not null`.execute(db);
  const sums = times.slice(1).map((): number | null => null);
  for (const { activity, fix_time: time, latitude, longitude } of rows) {
    const memory = activityMemoryFromText(activity);
    if (memory === null) continue;
    const { from, to, days, hasIgnition } = openActivity(memory, { time, latitude, longitude });
    const rate = totalOf({ days, hasIgnition }).metres / Math.max(1, to.time - from.time);
    for (const index of sums.keys()) {
      const overlap = Math.min(to.time, times[index + 1] ?? 0) - Math.max(from.time, times[index] ?? 0);
      if (overlap > 0) sums[index] = (sums[index] ?? 0) + rate * overlap;
    }
  }
  return sums;
}
