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

/** What all points of a track have in common. */
export interface PointDetails {
  /** The label text of each point, the same as of the device's marker: its name, with its label in brackets if it has one. */
  readonly label: string;
  /** km/h from which a stationary tracker of the account counts as moving. */
  readonly movingSpeed: number;
}

/** Converts the reports of one track, oldest first, to points: numbered from 1, with the distance since the first. */
export function createPointMapper({
  label,
  movingSpeed,
}: PointDetails): (report: LocatedReport) => TrackPoint {
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
      color: STATUS_COLOURS[statusOfFix(fix.speed, report.alarms, movingSpeed)],
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

/** @throws NamedError `tracker-unknown` */
export async function readPointDetails(db: Db, trackerId: number): Promise<PointDetails> {
  const { name, label, movingSpeed } = await trackerById(db, trackerId)
    .innerJoin('account', 'account.account_id', 'tracker.account_id')
    .select(['tracker.name', 'tracker.label', 'account.moving_speed as movingSpeed'])
    .executeTakeFirstOrThrow(() => new NamedError('tracker-unknown'));
  return { label: label === '' ? name : `${name} (${label})`, movingSpeed };
}
