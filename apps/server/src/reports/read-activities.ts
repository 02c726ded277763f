import type { Activity } from '@wakeline/domain/activity/activity';
import type { DayOf } from '@wakeline/domain/activity/calendar-days';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { EPISODE_NUMBERS, type EpisodeRow, toActivity } from './episode-row.ts';

/** The stored activities of a tracker that have a part of a time, oldest first. */
export async function readActivities(
  db: Db,
  trackerId: number,
  { from, to }: { readonly from: number; readonly to: number },
  dayOf: DayOf,
): Promise<readonly Activity[]> {
  const kinds = Object.values(EPISODE_NUMBERS);
  // Activities do not overlap: only the last one that began before can have a part of the time.
  const { rows } = await sql<EpisodeRow>`
    select started_at, ended_at, latitude, longitude, end_latitude, end_longitude, kind, metres, ignition, data
    from episode
    where tracker_id = ${trackerId} and kind = any (${kinds}::smallint[]) and ended_at > ${from}
      and started_at < ${to} and started_at >= coalesce((
        select started_at from episode
        where tracker_id = ${trackerId} and started_at < ${from} and kind = any (${kinds}::smallint[])
        order by started_at desc limit 1), ${from})
    order by started_at`.execute(db);
  return rows.map((row) => toActivity(row, dayOf));
}

/** The starts of stored stops, epoch milliseconds, in a time: oldest first. */
export async function readStopStarts(
  db: Db,
  trackerId: number,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('episode')
    .select('started_at')
    .where('tracker_id', '=', trackerId)
    .where('kind', '=', EPISODE_NUMBERS.stop)
    .where('started_at', '>=', Math.trunc(from))
    .where('started_at', '<', Math.trunc(to))
    .orderBy('started_at')
    .execute();
  return rows.map(({ started_at }) => started_at);
}

/** The starts of the last two stored stops before a time, oldest first. */
export async function readLastStops(db: Db, trackerId: number, before: number): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('episode')
    .select('started_at')
    .where('tracker_id', '=', trackerId)
    .where('kind', '=', EPISODE_NUMBERS.stop)
    .where('started_at', '<', Math.trunc(before))
    .orderBy('started_at', 'desc')
    .limit(2)
    .execute();
  return rows.map(({ started_at }) => started_at).reverse();
}
