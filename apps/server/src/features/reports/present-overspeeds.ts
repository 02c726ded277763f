import type { OverspeedRow, OverspeedSums } from '@wakeline/contract/reports/overspeeds';
import type { DayOf } from '@wakeline/domain/activity/calendar-days';
import { type MomentHandling, readHandlingOfMoments } from '../../alarms/handling-of-moments.ts';
import type { Db } from '../../db/database.ts';
import type { Caller } from '../../identity/caller.ts';
import { positionOf } from '../../reports/open-episodes.ts';
import type { OverspeedDataRow, OverspeedGroupRow, OverspeedSumRow } from '../../reports/overspeeds.ts';
import type { OverviewPeriod } from '../../reports/overview-rows.ts';
import { formatDay } from '../../reports/report-days.ts';
import { type RunningTime, readRunningTime } from '../../reports/running-time.ts';
import { type AddressDescribers, type WithoutAddresses, withAddresses } from './with-addresses.ts';

const MS_PER_HOUR = 3_600_000;

/**
 * Rows with what other tables have of them.
 *
 * @param period with the trips that go on.
 */
export async function presentOverspeeds(
  db: Db,
  reader: Caller,
  rows: readonly OverspeedDataRow[],
  period: OverviewPeriod,
  describe: AddressDescribers,
): Promise<readonly OverspeedRow[]> {
  const { dayOf } = period.days;
  const starts = rows.map((row) => ({ trackerId: row.tracker_id, day: dayOf(row.started_at).day }));
  const running = await readRunningTime(db, starts, period);
  const moments = rows.map(({ tracker_id: trackerId, notice_time: time, notice_at }) => {
    return { trackerId, time, receivedAt: notice_at ?? time };
  });
  const handling = await readHandlingOfMoments(db, reader.accountId, 'OVERSPEED', moments);
  const presented = rows.map((row, at) => presentOverspeed(row, handling[at] ?? null, running, dayOf));
  return withAddresses(presented, reader.language, describe);
}

function presentOverspeed(
  row: OverspeedDataRow,
  handling: MomentHandling | null,
  running: RunningTime,
  dayOf: DayOf,
): WithoutAddresses<OverspeedRow> {
  const { tracker_id: trackerId, ref, started_at: start, duration, metres, fence_id, route_id } = row;
  const isKnown = duration !== null;
  return {
    key: `${trackerId} ${start} ${ref}`,
    trackerId,
    trackerName: row.tracker_name,
    imei: row.imei,
    groupId: row.group_id,
    groupName: row.group_name,
    start,
    end: row.is_open || !isKnown ? null : row.ended_at,
    isOpen: row.is_open,
    duration,
    limit: row.speed_limit,
    maxSpeed: presentFastest(row.fastest),
    averageSpeed: averageSpeedOf(metres, duration),
    metres,
    share: isKnown ? shareOf(duration, running.of(trackerId, dayOf(start).day)) : null,
    startPosition: positionOf(row.latitude, row.longitude),
    endPosition: isKnown ? positionOf(row.end_latitude, row.end_longitude) : null,
    ruleId: ref === 0 ? null : ref,
    ruleName: row.rule_name,
    fence: fence_id === null ? null : { fenceId: fence_id, name: row.fence_title ?? '' },
    route: route_id === null ? null : { routeId: route_id, name: row.route_name },
    notice: row.notice,
    handling: handling && {
      state: handling.state,
      owner: handling.owner,
      changedAt: handling.changed_at.getTime(),
    },
  };
}

function presentFastest(fastest: OverspeedDataRow['fastest']): OverspeedRow['maxSpeed'] {
  if (fastest == null) return null;
  const [speed, time, latitude, longitude] = fastest;
  return { speed, time: Math.trunc(time), latitude, longitude };
}

function averageSpeedOf(metres: number | null, duration: number | null): number | null {
  if (metres === null || duration === null || duration === 0) return null;
  return metres / 1_000 / (duration / MS_PER_HOUR);
}

/** Null: the device was not running. Several rules can apply at once, so a share is limited. */
export function shareOf(duration: number, runningTime: number): number | null {
  return runningTime === 0 ? null : Math.min(1, duration / runningTime);
}

export function presentOverspeedSums(row: OverspeedSumRow): OverspeedSums {
  const { count, devices, duration, metres, max_speed: maxSpeed } = row;
  return { count, devices, duration, metres, maxSpeed };
}

/** The overspeeds of a device or of a day. */
export function presentOverspeedGroup(row: OverspeedGroupRow) {
  return {
    ...presentOverspeedSums(row),
    key: `${row.tracker_id ?? row.day}`,
    trackerId: row.tracker_id,
    trackerName: row.tracker_name,
    startDay: row.day === null ? null : formatDay(row.day),
  };
}
