import { eachColumn, type PositionColumn, RARE_COLUMNS, type Writable } from '../positions/columns.ts';
import type { Fix, Report } from './report.ts';

const BOUNDS = eachColumn((_, { min, max }) => ({ min, max }));
const RARE_REPORT_COLUMNS = RARE_COLUMNS.filter((column) => column.source === 'report');
const RARE_FIX_COLUMNS = RARE_COLUMNS.filter((column) => column.source === 'fix');

/** Why a report is rejected instead of stored. */
export const REJECTIONS = [
  'latitude-out-of-range',
  'longitude-out-of-range',
  'time-in-future',
  'time-too-old',
  'not-a-number',
] as const;

export type Rejection = (typeof REJECTIONS)[number];

/**
 * Milliseconds that a device clock may be ahead of the server clock. A position from the future would remain the newest one and
 * hide all later ones until that time.
 */
export const CLOCK_TOLERANCE = 10 * 60_000;

/**
 * Checks time and position of a report.
 *
 * @param oldest epoch milliseconds before which nothing is stored.
 * @returns null if it can be stored, otherwise the reason for its rejection.
 */
export function validateReport(report: Report, receivedAt: number, oldest: number): Rejection | null {
  if (!Number.isFinite(report.time)) return 'not-a-number';
  if (report.time > receivedAt + CLOCK_TOLERANCE) return 'time-in-future';
  if (report.time < oldest) return 'time-too-old';
  if (report.fix === null) return null;
  const { latitude, longitude } = report.fix;
  if (Number.isNaN(latitude) || Number.isNaN(longitude)) return 'not-a-number';
  if (latitude < -90 || latitude > 90) return 'latitude-out-of-range';
  if (longitude < -180 || longitude > 180) return 'longitude-out-of-range';
  return null;
}

/**
 * Replaces impossible values (a speed of 6553.5 km/h, a battery of 255 %) by null, so that one bad value does not cost a
 * position. Receivers without a fix send exactly 0, 0: such a fix becomes null.
 */
export function dropImpossibleValues(report: Report): Report {
  if (isPossible(report)) return report;
  const { fix } = report;
  const cleaned: Writable<Report> = {
    time: report.time,
    fix: fix === null || (fix.latitude === 0 && fix.longitude === 0) ? null : cleanFix(fix),
    battery: valueWithin(report.battery, BOUNDS.battery),
    gsm: valueWithin(report.gsm, BOUNDS.gsm),
    satellites: valueWithin(report.satellites, BOUNDS.satellites),
    alarms: report.alarms,
    attributes: report.attributes,
    ...(report.clearsSos === true && { clearsSos: true }),
  };
  for (const column of RARE_REPORT_COLUMNS) {
    const value = valueWithin(report[column.field] ?? null, column);
    if (value !== null) cleaned[column.field] = value;
  }
  return cleaned;
}

/** Whether nothing has to be dropped: most reports need no copy. */
function isPossible(report: Report): boolean {
  const { fix, battery, gsm, satellites } = report;
  return (
    isNullOrWithin(battery, BOUNDS.battery) &&
    isNullOrWithin(gsm, BOUNDS.gsm) &&
    isNullOrWithin(satellites, BOUNDS.satellites) &&
    RARE_REPORT_COLUMNS.every((column) => isNullOrWithin(report[column.field] ?? null, column)) &&
    (fix === null || isPossibleFix(fix))
  );
}

function isPossibleFix(fix: Fix): boolean {
  const { latitude, longitude, altitude, speed, course, accuracy } = fix;
  return (
    (latitude !== 0 || longitude !== 0) &&
    isNullOrWithin(altitude, BOUNDS.height) &&
    isNullOrWithin(speed, BOUNDS.speed) &&
    course !== 360 &&
    isNullOrWithin(course, BOUNDS.course) &&
    isNullOrWithin(accuracy, BOUNDS.accuracy) &&
    RARE_FIX_COLUMNS.every((column) => isNullOrWithin(fix[column.field] ?? null, column))
  );
}

function cleanFix(fix: Fix): Fix {
  const cleaned: Writable<Fix> = {
    latitude: fix.latitude,
    longitude: fix.longitude,
    altitude: valueWithin(fix.altitude, BOUNDS.height),
    speed: valueWithin(fix.speed, BOUNDS.speed),
    course: fix.course === 360 ? 0 : valueWithin(fix.course, BOUNDS.course),
    accuracy: valueWithin(fix.accuracy, BOUNDS.accuracy),
    valid: fix.valid,
  };
  for (const column of RARE_FIX_COLUMNS) {
    const value = valueWithin(fix[column.field] ?? null, column);
    if (value !== null) cleaned[column.field] = value;
  }
  return cleaned;
}

type Bounds = Pick<PositionColumn, 'min' | 'max'>;

function valueWithin(value: number | null, bounds: Bounds): number | null {
  return isNullOrWithin(value, bounds) ? value : null;
}

function isNullOrWithin(value: number | null, { min, max }: Bounds): boolean {
  return value === null || (value >= min && value <= max);
}
