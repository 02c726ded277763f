import type { Activity } from '@wakeline/domain/activity/activity';
import type { FollowedStart } from '@wakeline/domain/activity/activity-follower';
import { activityMemoryFromText } from '@wakeline/domain/activity/activity-memory-text';
import type { DayOf } from '@wakeline/domain/activity/calendar-days';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { UNITS_PER_DEGREE } from '../db/degrees.ts';
import { ACTIVITY_NUMBERS, type ActivityRow, EPISODE_NUMBERS, toActivity } from './episode-row.ts';

/** The stored activities of a tracker that have a part of a time, oldest first. */
export async function readActivities(
  db: Db,
  trackerId: number,
  { from, to }: { readonly from: number; readonly to: number },
  dayOf: DayOf,
): Promise<readonly Activity[]> {
  // Activities do not overlap: only the last one that began before can have a part of the time.
  const { rows } = await sql<ActivityRow>`
    select started_at, ended_at, latitude, longitude, end_latitude, end_longitude, kind, metres, ignition, data
    from episode
    where tracker_id = ${trackerId} and kind = any (${[...ACTIVITY_NUMBERS]}::smallint[]) and ended_at > ${from}
      and started_at < ${to} and started_at >= coalesce((
        select started_at from episode
        where tracker_id = ${trackerId} and started_at < ${from} and kind = any (${[...ACTIVITY_NUMBERS]}::smallint[])
        order by started_at desc limit 1), ${from})
    order by started_at`.execute(db);
  return rows.map((row) => toActivity(row, dayOf));
}

/** The starts of stored overspeeds in a time, epoch milliseconds. */
export function readOverspeedStarts(
  db: Db,
  trackerId: number,
  time: { readonly from: number; readonly to: number },
): Promise<readonly number[]> {
  return readStarts(db, trackerId, [EPISODE_NUMBERS.overspeed], time);
}

/** The starts of stored stops, epoch milliseconds, in a time: oldest first. */
export function readStopStarts(
  db: Db,
  trackerId: number,
  time: { readonly from: number; readonly to: number },
): Promise<readonly number[]> {
  return readStarts(db, trackerId, [EPISODE_NUMBERS.stop], time);
}

/** The same of all activities. */
export function readActivityStarts(
  db: Db,
  trackerId: number,
  time: { readonly from: number; readonly to: number },
): Promise<readonly number[]> {
  return readStarts(db, trackerId, ACTIVITY_NUMBERS, time);
}

async function readStarts(
  db: Db,
  trackerId: number,
  kinds: readonly number[],
  { from, to }: { readonly from: number; readonly to: number },
): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('episode')
    .select('started_at')
    .where('tracker_id', '=', trackerId)
    .where('kind', 'in', kinds)
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

/**
 * The trip or the stop in which a tracker was at a time, stored or going on; in a gap the one before it, which goes on after it.
 * Null: nothing is known.
 */
export async function readActivityAt(
  db: Db,
  trackerId: number,
  time: number,
): Promise<Pick<FollowedStart, 'kind' | 'from'> | null> {
  const rows = await db
    .selectFrom('episode')
    .select(['kind', 'started_at', 'ended_at', 'latitude', 'longitude'])
    .where('tracker_id', '=', trackerId)
    .where('kind', 'in', ACTIVITY_NUMBERS)
    .where('started_at', '<=', Math.trunc(time))
    .orderBy('started_at', 'desc')
    .limit(2)
    .$narrowType<{ latitude: number; longitude: number }>()
    .execute();
  const [last] = rows;
  const open =
    last === undefined || last.ended_at <= time ? await readOpenActivity(db, trackerId, time) : null;
  if (open !== null) return open;
  if (last === undefined || last.ended_at <= time) return null;
  const row = rows.find(({ kind }) => kind !== EPISODE_NUMBERS.gap);
  return {
    kind: row?.kind === EPISODE_NUMBERS.trip ? 'trip' : 'stop',
    from: {
      time: last.started_at,
      latitude: last.latitude / UNITS_PER_DEGREE,
      longitude: last.longitude / UNITS_PER_DEGREE,
    },
  };
}

/** The activity that the state of a tracker has, if it began up to a time. */
async function readOpenActivity(
  db: Db,
  trackerId: number,
  time: number,
): Promise<Pick<FollowedStart, 'kind' | 'from'> | null> {
  const { rows } = await sql<{ activity: string | null }>`
    select memory ->> 'activity' as activity from tracker_state where tracker_id = ${trackerId}`.execute(db);
  const text = rows[0]?.activity ?? null;
  const memory = text === null ? null : activityMemoryFromText(text);
  return memory === null || memory.from.time > time ? null : { kind: memory.kind, from: memory.from };
}
