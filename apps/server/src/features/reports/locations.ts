import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { LocationFilter, LocationRow } from '@wakeline/contract/reports/locations';
import { POSITION_COLUMNS } from '@wakeline/domain/positions/columns';
import type { LocatedReport } from '@wakeline/domain/tracker-state/apply-report';
import { ignitionStateOf } from '@wakeline/domain/tracker-state/ignition';
import { statusOfFix } from '@wakeline/domain/tracks/fix-status';
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { Caller } from '../../identity/caller.ts';
import type { GetAddress } from '../../places/addresses.ts';
import type { TrackerFix, TrackerSpan } from '../../positions/read-fix-pages.ts';
import type { ReportDays } from '../../reports/report-days.ts';
import { devicesOfReport } from '../../reports/report-devices.ts';

interface NamedDevice {
  readonly name: string;
  readonly imei: string;
}

/** The fixes that a report lists. */
export interface LocationSearch {
  readonly spans: readonly TrackerSpan[];
  readonly devices: ReadonlyMap<number, NamedDevice>;
  /** km/h from which a device of the account counts as moving. */
  readonly movingSpeed: number;
}

/**
 * The devices of a filter, by name, and the times of their visible fixes: those of an expired device end with its validity.
 *
 * @throws NamedError `report-devices-many`
 */
export async function findLocations(
  db: Db,
  reader: Caller,
  filter: LocationFilter,
  { from, to }: ReportDays,
  now: number,
): Promise<LocationSearch> {
  const { rows } = await sql<{
    tracker_id: number;
    tracker_name: string;
    imei: string;
    valid_until: Date | null;
  }>`
    select tracker_id, tracker_name, imei, valid_until from (${devicesOfReport(db, reader, filter)}) as device
    order by lower(tracker_name), tracker_id limit ${LIMITS.locationDevices + 1}`.execute(db);
  if (rows.length > LIMITS.locationDevices) throw new NamedError('report-devices-many');
  const { moving_speed: movingSpeed } = await db
    .selectFrom('account')
    .where('account_id', '=', reader.accountId)
    .select('moving_speed')
    .executeTakeFirstOrThrow();
  return {
    spans: rows.map(({ tracker_id: trackerId, valid_until }) => {
      const end = valid_until === null || valid_until.getTime() > now ? to : valid_until.getTime();
      return { trackerId, from, to: Math.min(to, end) - 1 };
    }),
    devices: new Map(rows.map((row) => [row.tracker_id, { name: row.tracker_name, imei: row.imei }])),
    movingSpeed,
  };
}

/** Columns that are fields of a row. */
const COLUMN_FIELDS: ReadonlySet<string> = new Set([
  ...['speed', 'course', 'altitude', 'accuracy', 'satellites', 'battery', 'gsm'],
]);

function infoOf(report: LocatedReport): LocationRow['info'] {
  const { fix, attributes, alarms } = report;
  const info = Object.entries(attributes)
    .filter(([key]) => key !== 'ignition')
    .map(([key, value]) => ({ key, value: String(value) }));
  for (const column of POSITION_COLUMNS) {
    if (COLUMN_FIELDS.has(column.field)) continue;
    const value = (column.source === 'fix' ? fix[column.field] : report[column.field]) ?? null;
    if (value !== null) info.push({ key: column.field, value: String(value) });
  }
  if (alarms.length > 0) info.push({ key: 'alarms', value: alarms.join(' ') });
  return info;
}

/** A fix with its values; a missing one is null. */
export function presentFix(
  { trackerId, report }: TrackerFix,
  { devices, movingSpeed }: LocationSearch,
  describe: (latitude: number, longitude: number) => ReturnType<GetAddress>,
): LocationRow {
  const { fix, time, satellites, battery, gsm, alarms, attributes } = report;
  const { latitude, longitude, speed, course, altitude, accuracy, valid } = fix;
  const { name = '', imei = '' } = devices.get(trackerId) ?? {};
  return {
    ...{ trackerId, trackerName: name, imei, time, latitude, longitude },
    address: describe(latitude, longitude),
    ...{ isValid: valid, speed, dir: course, height: altitude, accuracy, satellites },
    status: statusOfFix(speed, alarms, movingSpeed),
    ...{ power: battery, gsm, ignition: ignitionStateOf(attributes.ignition), info: infoOf(report) },
  };
}
