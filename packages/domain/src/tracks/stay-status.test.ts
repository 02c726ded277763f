import { expect, test } from 'vitest';
import { fix } from '../correction/testing/fix.ts';
import { DEVICE_FLAGS, flagBits } from './device-flags.ts';
import { STAY_STATUS, type StayDetails, stayStatus } from './stay-status.ts';
import { type TrackFix, trackOf } from './track.ts';

const MINUTE = 60_000;

/** Drives, stays from minute 10 to 30, drives on; one fix a minute. */
function drive(change: (minute: number) => Partial<TrackFix> = () => ({})): TrackFix[] {
  return Array.from({ length: 41 }, (_, minute) => {
    const east = minute < 10 ? (minute - 10) * 500 : minute > 30 ? (minute - 30) * 500 : 0;
    return { ...fix(minute * 60, east), ...change(minute) };
  });
}

/** Reported flags of a fix. */
interface ReportedFlags {
  readonly ignition?: boolean;
  readonly charging?: boolean;
}

/** @param reportedFlags the flags that the device reported with the fix of a minute */
function statusOf(
  fixes: readonly TrackFix[],
  details?: StayDetails,
  reportedFlags?: (minute: number) => ReportedFlags,
): number | undefined {
  const flags =
    reportedFlags === undefined
      ? null
      : Uint8Array.from(fixes, ({ time }) => bitsOf(reportedFlags(time / MINUTE)));
  const track = { ...trackOf(fixes), flags };
  const from = fixes.findIndex(({ time }) => time >= 10 * MINUTE);
  const to = fixes.findLastIndex(({ time }) => time <= 30 * MINUTE);
  const stay = { startTime: 10 * MINUTE, endTime: 30 * MINUTE, from, to, lng: 0, lat: 0 };
  return stayStatus(track, stay, details);
}

function bitsOf({ ignition, charging }: ReportedFlags): number {
  return (
    (ignition === undefined ? 0 : flagBits('ignition', ignition)) |
    (charging === undefined ? 0 : flagBits('charging', charging))
  );
}

test('returns 1 (stationary) if nothing else is known', () => {
  expect(statusOf(drive())).toBe(1);
  expect(statusOf(drive(), { alarms: [], stationaryPeriods: [] }, () => ({}))).toBe(1);
});

test.each<[number, StayDetails]>([
  [9, { alarms: [{ time: 20 * MINUTE, type: 'SOS' }] }],
  [10, { alarms: [{ time: 10 * MINUTE, type: 'VIBRATION' }] }],
  [11, { isInFence: (lng) => Math.abs(lng) < 1e-9 }],
  [12, { isAtPoint: () => true }],
  [15, { stationaryPeriods: [{ from: 12, to: 28 }] }],
])('returns %d from other details', (status, details) => {
  expect(statusOf(drive(), details)).toBe(status);
});

test.each<[number, ReportedFlags]>([
  [2, { ignition: false }],
  [3, { ignition: true }],
  [4, { charging: true }],
  [1, { charging: false }],
])('returns %d from the reported ignition and charging state', (status, reportedFlags) => {
  expect(statusOf(drive(), undefined, () => reportedFlags)).toBe(status);
  // Values from outside the stay, minutes 10 to 30, do not count.
  expect(statusOf(drive(), undefined, (minute) => (minute < 10 || minute > 30 ? reportedFlags : {}))).toBe(1);
});

test('uses the ignition state of most of the time, not of most fixes', () => {
  const reported = (...on: [minute: number, ignition: boolean][]) =>
    statusOf(drive(), undefined, (minute) => {
      const one = on.find(([at]) => at === minute);
      return one === undefined ? {} : { ignition: one[1] };
    });
  // On from 10 to 13 by three fixes, off from 13 to 30 by one: 3 minutes against 17.
  expect(reported([10, true], [11, true], [12, true], [13, false])).toBe(2);
  // Off from 15 to 22, on from 22 to 30: 7 minutes against 8; before 15 it is unknown.
  expect(reported([15, false], [22, true])).toBe(3);
  // 10 minutes each: the last one counts. A value only at the very last fix counts too.
  expect(reported([10, true], [20, false])).toBe(2);
  expect(reported([30, true])).toBe(3);
});

test('uses the flag bits of the wire format', () => {
  expect(DEVICE_FLAGS).toEqual({ ignition: { known: 1, on: 2 }, charging: { known: 4, on: 8 } });
});

test.each<[number, Partial<TrackFix>, Partial<TrackFix>]>([
  [5, { power: 20 }, { power: 21 }],
  [6, { gps: 2 }, { gps: 3 }],
  [7, { gsm: 19 }, { gsm: 20 }],
])('returns %d from the values of its fixes beyond a limit', (status, low, sufficient) => {
  expect(statusOf(drive(() => low))).toBe(status);
  expect(statusOf(drive(() => sufficient))).toBe(1);
  // Values from outside the stay do not count.
  expect(statusOf(drive((minute) => (minute < 10 || minute > 30 ? low : {})))).toBe(1);
});

test('returns 8 (inactive) if most of the stay has no fixes', () => {
  const without = (first: number, last: number) =>
    drive().filter(({ time }) => time <= first * MINUTE || time >= last * MINUTE);
  expect(statusOf(without(12, 28))).toBe(8);
  expect(statusOf(without(12, 21))).toBe(1);
});

test('returns 13 and 14 at the start and the end of the track', () => {
  const fixes = drive();
  expect(statusOf(fixes.slice(10))).toBe(13);
  expect(statusOf(fixes.slice(0, 31))).toBe(14);
});

test('uses the last battery value, and the median of signal and satellites', () => {
  expect(statusOf(drive((minute) => ({ power: minute < 25 ? 10 : 90 })))).toBe(1);
  expect(statusOf(drive((minute) => ({ gsm: minute === 20 ? 0 : 80 })))).toBe(1);
});

test('ignores alarms before and after the stay, and notices that are no alarms', () => {
  const alarms = [
    { time: 10 * MINUTE - 1, type: 'SOS' },
    { time: 30 * MINUTE + 1, type: 'SOS' },
    { time: 20 * MINUTE, type: 'STOP' },
  ] as const;
  expect(statusOf(drive(), { alarms })).toBe(1);
});

test('returns the most important status', () => {
  // Conditions are removed one by one, in the order of the table.
  const sos = { time: 20 * MINUTE, type: 'SOS' } as const;
  const teardown = { time: 20 * MINUTE, type: 'TEARDOWN' } as const;
  const details = { isAtPoint: () => true, isInFence: () => true, stationaryPeriods: [{ from: 0, to: 40 }] };
  const fixes = (power: number, gsm: number, gps: number) =>
    drive(() => ({ power, gsm, gps })).filter(({ time }) => time >= 10 * MINUTE);
  const bothOn = () => ({ charging: true, ignition: true });
  const engineOn = () => ({ charging: false, ignition: true });
  const engineOff = () => ({ ignition: false });
  expect(statusOf(fixes(5, 5, 0), { ...details, alarms: [teardown, sos] }, bothOn)).toBe(9);
  expect(statusOf(fixes(5, 5, 0), { ...details, alarms: [teardown] }, bothOn)).toBe(10);
  const mostlyGaps = fixes(5, 5, 0).filter(({ time }) => time <= 11 * MINUTE || time >= 29 * MINUTE);
  expect(statusOf(mostlyGaps, details, bothOn)).toBe(8);
  expect(statusOf(fixes(5, 5, 0), details, bothOn)).toBe(6);
  expect(statusOf(fixes(5, 5, 9), details, bothOn)).toBe(4);
  expect(statusOf(fixes(5, 5, 9), details, engineOn)).toBe(5);
  expect(statusOf(fixes(50, 5, 9), details, engineOn)).toBe(7);
  expect(statusOf(fixes(50, 50, 9), details, engineOn)).toBe(3);
  expect(statusOf(fixes(50, 50, 9), details, engineOff)).toBe(12);
  expect(statusOf(fixes(50, 50, 9), { ...details, isAtPoint: () => false }, engineOff)).toBe(11);
  expect(statusOf(fixes(50, 50, 9), { stationaryPeriods: details.stationaryPeriods }, engineOff)).toBe(2);
  expect(statusOf(fixes(50, 50, 9), { stationaryPeriods: details.stationaryPeriods })).toBe(13);
});

test('keeps the numbers of the specification', () => {
  expect(STAY_STATUS).toEqual({
    stationary: 1,
    engineOff: 2,
    engineOn: 3,
    charging: 4,
    lowBattery: 5,
    noFix: 6,
    weakSignal: 7,
    inactive: 8,
    sos: 9,
    alarm: 10,
    inFence: 11,
    atPoint: 12,
    start: 13,
    end: 14,
    drift: 15,
  });
});
