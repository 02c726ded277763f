import type { TrackPoint } from '@wakeline/contract/entities/track-point';
import { NamedError } from '@wakeline/contract/errors';
import { greatCircleDistance } from '@wakeline/domain/geo/great-circle';
import { POSITION_COLUMNS } from '@wakeline/domain/positions/columns';
import type { LocatedReport } from '@wakeline/domain/tracker-state/apply-report';
import { STATUS_COLOURS } from '@wakeline/domain/tracker-state/tracker-status';
import { statusOfFix } from '@wakeline/domain/tracks/fix-status';
import type { Db } from '../../db/database.ts';
import { trackerById } from '../../trackers/in-scope.ts';

/** Columns without a field in the contract's points. */
const INFO_COLUMNS = POSITION_COLUMNS.filter(({ point }) => point === null);

/**
 * Converts the reports of one track, oldest first, to points: numbered from 1, with the distance since the first.
 *
 * @param label label text of each point
 */
export function createPointMapper(label: string): (report: LocatedReport) => TrackPoint {
  let last: LocatedReport['fix'] | null = null;
  let distance = 0;
  let id = 0;
  return (report) => {
    const { fix } = report;
    if (last !== null) distance += greatCircleDistance(last, fix);
    last = fix;
    id += 1;
    return {
      id,
      lng: fix.longitude,
      lat: fix.latitude,
      time: report.time,
      dir: fix.course,
      speed: fix.speed,
      power: report.battery,
      gsm: report.gsm,
      gps: report.satellites,
      height: fix.altitude,
      distant: Math.round(distance * 100) / 100,
      label,
      color: STATUS_COLOURS[statusOfFix(fix.speed, report.alarms)],
      info: infoOf(report),
    };
  };
}

function infoOf(report: LocatedReport): TrackPoint['info'] {
  const { fix, attributes, alarms } = report;
  const info = Object.entries(attributes).map(([key, value]) => ({ key, value: String(value) }));
  for (const column of INFO_COLUMNS) {
    const value = (column.source === 'fix' ? fix[column.field] : report[column.field]) ?? null;
    if (value !== null) info.push({ key: column.field, value: String(value) });
  }
  if (alarms.length > 0) info.push({ key: 'alarms', value: alarms.join(' ') });
  return info;
}

/** Label text of a device's points, the same as of its marker: its name, with its label in brackets if it has one. */
export async function readPointLabel(db: Db, trackerId: number): Promise<string> {
  const { name, label } = await trackerById(db, trackerId)
    .select(['name', 'label'])
    .executeTakeFirstOrThrow(() => new NamedError('tracker-unknown'));
  return label === '' ? name : `${name} (${label})`;
}
