import type { StopRow, StopSums } from '@wakeline/contract/reports/stops';
import type { Coordinates } from '@wakeline/domain/geo/great-circle';
import { STAY_ALARMS } from '@wakeline/domain/tracks/stay-status';
import { stopStatus } from '@wakeline/domain/tracks/stop-status';
import { readAlarmTypesDuring } from '../../events/read-alarms-during.ts';
import type { Caller } from '../../identity/caller.ts';
import type { Addresses, GetAddress } from '../../places/addresses.ts';
import type { DeviceHistory } from '../../positions/position-store.ts';
import { readLastFixes } from '../../positions/read-fixes.ts';
import { formatDay, type ReportDays } from '../../reports/report-days.ts';
import type { StopDataRow, StopSumRow } from '../../reports/stops.ts';
import { type FindObjectsAt, toDegrees } from './stop-search.ts';

interface StopDescribers {
  readonly addresses: Pick<Addresses, 'preload'>;
  readonly getAddress: GetAddress;
  readonly findObjectsAt: FindObjectsAt;
}

/** Stops with their addresses, their status, and what is around them as far as the reader sees it. */
export async function presentStops(
  history: DeviceHistory,
  reader: Caller,
  rows: readonly StopDataRow[],
  { addresses, getAddress, findObjectsAt }: StopDescribers,
): Promise<StopRow[]> {
  const { db } = history;
  const positions = rows.map(toDegrees);
  const windows = rows.map((row) => ({
    trackerId: row.tracker_id,
    from: row.started_at,
    // The fix at the end of a stop is the first one in motion.
    to: row.is_open ? row.ended_at : row.ended_at - 1,
  }));
  const [fixes, alarms, objects] = await Promise.all([
    readLastFixes(history, windows),
    readAlarmTypesDuring(history, windows, ['SOS', ...STAY_ALARMS]),
    findObjectsAt(db, reader, positions),
    addresses.preload(positions, reader.language),
  ]);
  return rows.map((row, index) => {
    const { latitude, longitude } = positions[index] as Coordinates;
    const { fences = [], points = [] } = objects[index] ?? {};
    const types = alarms[index] ?? new Set();
    const fix = fixes[index] ?? null;
    const duration = row.ended_at - row.started_at;
    const charging = fix?.attributes.charging;
    const gDeviceStatus = stopStatus({
      ...{ duration, ignition: row.ignition, metres: row.metres, isOpen: row.is_open },
      isFirst: row.previous_end === null,
      hasSos: types.has('SOS'),
      hasAlarm: [...types].some((type) => type !== 'SOS'),
      isAtPoint: points.length > 0,
      isInFence: fences.length > 0,
      lastFix:
        fix === null
          ? null
          : {
              msBeforeEnd: row.ended_at - fix.time,
              ...{ satellites: fix.satellites, battery: fix.battery, gsm: fix.gsm },
              charging: typeof charging === 'boolean' ? charging : null,
            },
    });
    return {
      key: `${row.tracker_id} ${row.started_at}`,
      trackerId: row.tracker_id,
      trackerName: row.tracker_name,
      imei: row.imei,
      groupName: row.group_name,
      startTime: row.started_at,
      endTime: row.is_open ? null : row.ended_at,
      lastFix: row.ended_at,
      duration,
      latitude,
      longitude,
      address: getAddress(latitude, longitude, reader.language),
      gDeviceStatus,
      sinceLast: row.previous_end === null ? null : row.started_at - row.previous_end,
      ignitionTime: row.ignition,
      objects: [...points, ...fences],
    };
  });
}

const NO_STOPS: StopSums = { stops: 0, devices: 0, duration: 0, ignitionTime: null };

function toSums({ stops, devices, duration, ignition }: StopSumRow): StopSums {
  return { stops, devices, duration, ignitionTime: ignition };
}

/** The sums of all stops. */
export function presentStopSum(rows: readonly StopSumRow[]): StopSums {
  const row = rows.find(({ day }) => day === null);
  return row === undefined ? NO_STOPS : toSums(row);
}

/** The sums of each day of the period, also of days without stops. */
export function presentStopDays(rows: readonly StopSumRow[], { days }: ReportDays) {
  return days.map(({ day }, index) => {
    const row = rows.find((one) => one.day === index);
    return { day: formatDay(day), ...(row === undefined ? NO_STOPS : toSums(row)) };
  });
}
