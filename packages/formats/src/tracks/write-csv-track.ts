import type { LocatedReport } from '@wakeline/domain/tracker-state/apply-report';
import { CSV_BOM, toCsvRecord } from '../csv-record.ts';
import { otherValues } from './other-values.ts';
import type { TrackOwner, TrackWriter } from './track-writer.ts';

const HEADING = [
  'Device',
  'IMEI',
  'Time',
  'Latitude',
  'Longitude',
  'Altitude (m)',
  'Speed (km/h)',
  'Course',
  'Satellites',
  'Accuracy (m)',
  'Battery',
  'GSM',
  'Alarms',
  'Values',
];

/**
 * CSV (RFC 4180) in UTF-8 with a byte order mark: one row per fix, times in UTC; values without a column are in a JSON
 * object.
 */
export const csvTrackWriter: TrackWriter = {
  mediaType: 'text/csv; charset=utf-8; header=present',
  extension: '.csv',
  batchSize: 500,
  head: () => CSV_BOM + toCsvRecord(HEADING),
  start: () => '',
  fixes: (fixes, owner) => fixes.map((report) => rowText(report, owner)).join(''),
  end: '',
  tail: '',
};

function rowText(report: LocatedReport, { name, imei }: TrackOwner): string {
  const { time, fix, satellites, battery, gsm, alarms } = report;
  const others = otherValues(report);
  const values = Object.keys(others).length === 0 ? '' : JSON.stringify(others);
  const numbers = [fix.latitude, fix.longitude, fix.altitude, fix.speed, fix.course, satellites];
  return toCsvRecord([
    name,
    imei,
    new Date(time).toISOString(),
    ...[...numbers, fix.accuracy, battery, gsm].map((value) => value ?? ''),
    alarms.join(' '),
    values,
  ]);
}
