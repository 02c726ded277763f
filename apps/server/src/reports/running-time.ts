import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { Scope } from '../identity/scope.ts';
import { readOverviewPeriod, readOverviewSum } from './overview.ts';
import type { OverviewPeriod } from './overview-rows.ts';
import type { ReportDays } from './report-days.ts';
import type { ReportDeviceFilter } from './report-devices.ts';

/** Milliseconds of trips. */
export interface RunningTime {
  /** Of a device on a day since 1970-01-01. */
  of(trackerId: number, day: number): number;
}

/** The running time of devices on days, including the trips that go on. */
export async function readRunningTime(
  db: Db,
  devices: readonly { readonly trackerId: number; readonly day: number }[],
  { open }: OverviewPeriod,
): Promise<RunningTime> {
  const { rows } = await sql<{ tracker_id: number; day: number; trip_time: number }>`
    select tracker_id, day, trip_time from device_day
    join (select distinct * from unnest(${devices.map(({ trackerId }) => trackerId)}::int[],
      ${devices.map(({ day }) => day)}::int[]) as wanted (tracker_id, day)) as wanted using (tracker_id, day)`.execute(
    db,
  );
  const times = new Map<string, number>();
  const add = (trackerId: number, day: number, time: number) => {
    const key = `${trackerId} ${day}`;
    times.set(key, (times.get(key) ?? 0) + time);
  };
  for (const { tracker_id, day, trip_time } of rows) add(tracker_id, day, trip_time);
  for (const { trackerId, day, trip_time } of open) add(trackerId, day, trip_time);
  return { of: (trackerId, day) => times.get(`${trackerId} ${day}`) ?? 0 };
}

/** The running time of all devices of a report in its period, with what is open of it. */
export async function readTotalRunningTime(
  db: Db,
  scope: Scope,
  {
    groupIds,
    trackerIds,
    keywords,
    startDay,
    endDay,
  }: ReportDeviceFilter & { startDay: string; endDay: string },
  days: ReportDays,
  now: number,
): Promise<{ readonly total: number; readonly period: OverviewPeriod }> {
  const filter = { groupIds: [...groupIds], trackerIds: [...trackerIds], keywords, startDay, endDay };
  const overview = { ...filter, by: 'total' as const };
  const period = await readOverviewPeriod(db, scope, overview, days, now);
  return { total: (await readOverviewSum(db, scope, overview, period)).trip_time, period };
}
