import type { OverviewFigures, OverviewRow } from '@wakeline/contract/reports/overview';
import { fastestOf } from '../../reports/overview.ts';
import type { OverviewDataRow, OverviewFigureRow } from '../../reports/overview-rows.ts';
import { formatDay } from '../../reports/report-days.ts';

const MS_PER_HOUR = 3_600_000;

export function presentFigures(row: OverviewFigureRow): OverviewFigures {
  const { trip_metres, trip_time, stop_time, passed, since_activation } = row;
  return {
    devices: row.devices,
    mileage: trip_metres + row.other_metres,
    tripTime: trip_time,
    stopTime: stop_time,
    gapTime: row.gap_time,
    nightTime: row.night_time,
    nightMileage: row.night_metres,
    trips: row.trips,
    stops: row.stops,
    averageSpeed: trip_time === 0 ? null : trip_metres / 1_000 / (trip_time / MS_PER_HOUR),
    maxSpeed: fastestOf(row),
    ignitionTime: row.ignition,
    idleTime: row.idle,
    alarms: row.alarms,
    overspeeds: row.overspeeds,
    entries: row.entries,
    exits: row.exits,
    firstFix: row.first_fix,
    lastFix: row.last_fix,
    coverage: share(trip_time + stop_time, passed),
    onlineRate: share(since_activation - row.offline_time, since_activation),
  };
}

/** Null: nothing has passed. Clocks of devices differ from that of the server, so a share is limited. */
function share(part: number, total: number): number | null {
  return total === 0 ? null : Math.max(0, Math.min(1, part / total));
}

export function presentOverviewRow(row: OverviewDataRow): OverviewRow {
  const { tracker_id, group_id, first_day } = row;
  const startDay = first_day === null ? null : formatDay(first_day);
  return {
    ...presentFigures(row),
    key: [tracker_id ?? `g${group_id ?? ''}`, startDay ?? ''].join(' '),
    trackerId: tracker_id,
    trackerName: row.tracker_name,
    imei: row.imei,
    groupId: group_id,
    groupName: row.group_name,
    startDay,
  };
}
