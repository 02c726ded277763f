import { type ReportSettings, toMinimums } from '@wakeline/contract/settings/account-settings';
import { activityMemoryFromText } from '@wakeline/domain/activity/activity-memory-text';
import { createDayOf } from '@wakeline/domain/activity/calendar-days';
import { openActivity, openDays } from '@wakeline/domain/activity/follow-activity';
import { createUtcToLocal } from '@wakeline/formats/tracks/zone-time';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { Scope } from '../identity/scope.ts';
import { addShare, countActivity, type DayActivities, durationsOf, NO_ACTIVITIES } from './device-days.ts';
import type { ReportDays } from './report-days.ts';
import { devicesOfReport, type ReportDeviceFilter } from './report-devices.ts';

/** What the state of a device has of a day beyond its stored row. */
export interface OpenShare extends DayActivities {
  readonly trackerId: number;
  readonly day: number;
  offline_time: number;
}

/** What the states of devices have of the period beyond the stored days: the activity and the time offline that go on. */
export async function readOpenShares(
  db: Db,
  scope: Scope,
  filter: ReportDeviceFilter,
  { timeZone, from, to }: ReportDays,
  settings: ReportSettings,
  now: number,
): Promise<readonly OpenShare[]> {
  const dayOf = createDayOf(createUtcToLocal(timeZone), settings);
  const minimums = toMinimums(settings);
  const { rows } = await sql<{
    tracker_id: number;
    activity: string | null;
    fix_time: number | null;
    latitude: number | null;
    longitude: number | null;
    offline_since: number | null;
  }>`
    with device as (${devicesOfReport(db, scope, filter)})
    select tracker_id, memory ->> 'activity' as activity, fix_time, latitude, longitude,
      case when status = 'OFFLINE' or (memory ->> 'silent')::boolean then comm_time end as offline_since
    from tracker_state join device using (tracker_id)
    where fix_time >= ${from} or (memory ->> 'silent')::boolean`.execute(db);
  const shares = new Map<string, OpenShare>();
  const shareOf = (trackerId: number, day: number) => {
    const key = `${trackerId} ${day}`;
    const known = shares.get(key) ?? { trackerId, day, ...NO_ACTIVITIES, offline_time: 0 };
    shares.set(key, known);
    return known;
  };
  for (const {
    tracker_id: trackerId,
    activity,
    fix_time: time,
    latitude,
    longitude,
    offline_since,
  } of rows) {
    const memory = activity === null ? null : activityMemoryFromText(activity);
    if (memory !== null && time !== null && latitude !== null && longitude !== null) {
      const last = { time, latitude, longitude };
      if (memory.countedTo < to) {
        for (const share of openDays(memory, last, dayOf)) addShare(shareOf(trackerId, share.day), share);
      }
      if (memory.from.time >= from && memory.from.time < to) {
        const { day } = dayOf(memory.from.time);
        countActivity(shareOf(trackerId, day), openActivity(memory, last), minimums);
      }
    }
    if (offline_since === null) continue;
    const end = Math.min(now, to);
    for (const { day, duration } of durationsOf(Math.max(offline_since, from), end, dayOf))
      shareOf(trackerId, day).offline_time += duration;
  }
  return [...shares.values()];
}
