import type { Activity, ActivityMoment } from '@wakeline/domain/activity/activity';
import { activityMemoryFromText } from '@wakeline/domain/activity/activity-memory-text';
import { openActivity } from '@wakeline/domain/activity/follow-activity';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/database.ts';

interface OpenActivity {
  readonly trackerId: number;
  readonly activity: Activity;
  /** The last fix, up to which it is known. */
  readonly last: ActivityMoment;
}

/**
 * The activities that devices are in, up to their last fixes.
 *
 * @param devices a query with a column `tracker_id`
 */
export async function readOpenActivities(
  db: Db,
  devices: RawBuilder<unknown>,
): Promise<readonly OpenActivity[]> {
  const { rows } = await sql<{
    tracker_id: number;
    activity: string;
    time: number;
    latitude: number;
    longitude: number;
  }>`
    select tracker_id, memory ->> 'activity' as activity, fix_time as time, latitude, longitude
    from tracker_state join (${devices}) as device using (tracker_id)
    where memory ->> 'activity' is not null and fix_time is not null and latitude is not null
      and longitude is not null`.execute(db);
  return rows.flatMap(({ tracker_id: trackerId, activity, ...last }) => {
    const memory = activityMemoryFromText(activity);
    return memory === null ? [] : [{ trackerId, last, activity: openActivity(memory, last) }];
  });
}
