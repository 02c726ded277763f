import type { Fix, Report } from './report.ts';

/** Why a report is set aside instead of stored. */
export const REJECTIONS = [
  'latitude-out-of-range',
  'longitude-out-of-range',
  'time-in-future',
  'time-too-old',
  'not-a-number',
] as const;

export type Rejection = (typeof REJECTIONS)[number];

/**
 * How far a device's clock may be ahead of ours, milliseconds. A place from the future would stay the newest, and hide
 * all that follow it, until that time has come.
 */
export const CLOCK_TOLERANCE = 10 * 60_000;

/** What receivers give out as numbers, though it cannot be: above it, the value counts as not sent. */
const FASTEST = 3_000;
const HIGHEST = 100_000;
const LOWEST = -12_000;

/**
 * Judges time and place of a report.
 *
 * @param oldest epoch milliseconds before which nothing is kept.
 * @returns null when it can be stored, else what is wrong with it.
 */
export function judgeReport(report: Report, receivedAt: number, oldest: number): Rejection | null {
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
 * The report with every value that cannot be (a speed of 6553.5 km/h, a battery of 255 %) taken as not sent: one
 * bad value does not cost a place. A fix at exactly 0, 0 is what receivers send that have none: it becomes null.
 */
export function withoutImpossibleValues(report: Report): Report {
  const { fix } = report;
  return {
    time: report.time,
    fix: fix === null || (fix.latitude === 0 && fix.longitude === 0) ? null : cleanFix(fix),
    battery: within(report.battery, 0, 100),
    gsm: within(report.gsm, 0, 100),
    satellites: within(report.satellites, 0, 255),
    alarms: report.alarms,
    attributes: report.attributes,
  };
}

function cleanFix(fix: Fix): Fix {
  return {
    latitude: fix.latitude,
    longitude: fix.longitude,
    altitude: within(fix.altitude, LOWEST, HIGHEST),
    speed: within(fix.speed, 0, FASTEST),
    course: fix.course === 360 ? 0 : within(fix.course, 0, 359.999_999),
    accuracy: within(fix.accuracy, 0, HIGHEST),
    valid: fix.valid,
  };
}

function within(value: number | null, least: number, most: number): number | null {
  return value !== null && value >= least && value <= most ? value : null;
}
