import { type RawBuilder, sql } from 'kysely';
import { type AlarmFilter, alarmEvents, alarmRelation, withDevices } from './alarm-records.ts';
import { type ArchivedAlarmCount, countArchivedAlarms } from './count-archived-alarms.ts';
import type { EventHistory } from './event-archive.ts';

/**
 * The number of alarms between successive times. Those before the first time, or from the last one on, are not counted.
 *
 * @param times epoch milliseconds, ascending
 */
export async function countAlarmsBySpan(
  history: EventHistory,
  filter: AlarmFilter,
  times: readonly number[],
): Promise<readonly number[]> {
  const { events, archived } = await countOldAlarms(history, filter, times);
  const search = { ...filter, events };
  const { rows } = await sql<{ span: number; alarms: number }>`
    ${withDevices(search)}
    select width_bucket(event.time, ${[...times]}::bigint[]) as span, count(*)::int as alarms
    from ${alarmEvents(search)} group by span`.execute(history.db);
  const bySpan = new Map(rows.map(({ span, alarms }) => [span, alarms]));
  for (const { key, alarms } of archived) bySpan.set(key, (bySpan.get(key) ?? 0) + alarms);
  return times.slice(1).map((_, index) => bySpan.get(index + 1) ?? 0);
}

export interface AlarmingDevice {
  readonly tracker_id: number;
  readonly tracker_name: string;
  readonly alarms: number;
}

/** The devices with the most alarms. */
export async function rankByAlarms(
  history: EventHistory,
  filter: AlarmFilter,
  limit: number,
): Promise<readonly AlarmingDevice[]> {
  const { events, archived } = await countOldAlarms(history, filter, null);
  const search = { ...filter, events };
  if (archived.length === 0) {
    const { rows } = await sql<AlarmingDevice>`
      ${withDevices(search)}
      select tracker_id, min(tracker_name) as tracker_name, count(*)::int as alarms
      from ${alarmEvents(search)} group by tracker_id order by alarms desc, tracker_id limit ${limit}`.execute(
      history.db,
    );
    return rows;
  }
  const { rows } = await sql<AlarmingDevice>`
    ${withDevices(search)},
    counted as (
      select tracker_id, count(*) as alarms from ${alarmEvents(search)} group by tracker_id
      union all
      select * from unnest(${archived.map(({ key }) => key)}::int[], ${archived.map(({ alarms }) => alarms)}::bigint[]))
    select tracker_id, min(tracker_name) as tracker_name, sum(counted.alarms)::int as alarms
    from counted join device using (tracker_id)
    group by tracker_id order by alarms desc, tracker_id limit ${limit}`.execute(history.db);
  return rows;
}

interface OldAlarms {
  /** The relation of the events that are not counted yet. */
  readonly events: RawBuilder<unknown>;
  readonly archived: readonly ArchivedAlarmCount[];
}

/** Counts archived alarms where they are, if that is possible. By spans between times, or by device. */
async function countOldAlarms(
  history: EventHistory,
  filter: AlarmFilter,
  times: readonly number[] | null,
): Promise<OldAlarms> {
  const counted = await countArchivedAlarms(history, filter, times);
  return counted ?? { events: await alarmRelation(history, filter.devices, filter), archived: [] };
}
