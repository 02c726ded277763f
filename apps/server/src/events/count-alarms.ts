import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { type AlarmSearch, alarmEvents, withDevices } from './alarm-records.ts';

/**
 * The number of alarms between successive times. Those before the first time, or from the last one on, are not counted.
 *
 * @param times epoch milliseconds, ascending
 */
export async function countAlarmsBySpan(
  db: Db,
  search: AlarmSearch,
  times: readonly number[],
): Promise<readonly number[]> {
  const { rows } = await sql<{ span: number; alarms: number }>`
    ${withDevices(search)}
    select width_bucket(event.time, ${[...times]}::bigint[]) as span, count(*)::int as alarms
    from ${alarmEvents(search)} group by span`.execute(db);
  const bySpan = new Map(rows.map(({ span, alarms }) => [span, alarms]));
  return times.slice(1).map((_, index) => bySpan.get(index + 1) ?? 0);
}

export interface AlarmingDevice {
  readonly tracker_id: number;
  readonly tracker_name: string;
  readonly alarms: number;
}

/** The devices with the most alarms. */
export async function rankByAlarms(
  db: Db,
  search: AlarmSearch,
  limit: number,
): Promise<readonly AlarmingDevice[]> {
  const { rows } = await sql<AlarmingDevice>`
    ${withDevices(search)}
    select tracker_id, min(tracker_name) as tracker_name, count(*)::int as alarms
    from ${alarmEvents(search)} group by tracker_id order by alarms desc, tracker_id limit ${limit}`.execute(
    db,
  );
  return rows;
}
