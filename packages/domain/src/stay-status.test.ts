import { expect, test } from 'vitest';
import { fix } from './correction/testing/fix.ts';
import { type StayFacts, stayStatus } from './stay-status.ts';
import { staysOf } from './stays.ts';
import { type TrackFix, trackOf } from './track.ts';

const MINUTE = 60_000;

/** Drives, stays from minute 10 to 30, drives on; each minute a fix. */
function drive(change: (second: number) => Partial<TrackFix> = () => ({})): TrackFix[] {
  return Array.from({ length: 41 }, (_, minute) => {
    const east = minute < 10 ? (minute - 10) * 500 : minute > 30 ? (minute - 30) * 500 : 0;
    return { ...fix(minute * 60, east), ...change(minute) };
  });
}

function statusOf(fixes: readonly TrackFix[], facts?: StayFacts): number | undefined {
  const track = trackOf(fixes);
  const [stay, ...others] = staysOf(track);
  expect(others).toEqual([]);
  return stay && stayStatus(track, stay, facts);
}

test('a stay of which nothing is known is a stay', () => {
  expect(statusOf(drive())).toBe(1);
  expect(statusOf(drive(), { alarms: [], ignition: null, charging: null, stands: [] })).toBe(1);
});

test.each<[number, StayFacts]>([
  [2, { ignition: false }],
  [3, { ignition: true }],
  [4, { charging: true }],
  [9, { alarms: [{ time: 20 * MINUTE, type: 'SOS' }] }],
  [10, { alarms: [{ time: 10 * MINUTE, type: 'VIBRATION' }] }],
  [11, { isInFence: (lng) => Math.abs(lng) < 1e-9 }],
  [12, { isAtPoint: () => true }],
  [15, { stands: [{ from: 12, to: 28 }] }],
])('%d, by what else is known', (status, facts) => {
  expect(statusOf(drive(), facts)).toBe(status);
});

test.each<[number, Partial<TrackFix>, Partial<TrackFix>]>([
  [5, { power: 20 }, { power: 21 }],
  [6, { gps: 2 }, { gps: 3 }],
  [7, { gsm: 19 }, { gsm: 20 }],
])('%d, by the values of its fixes, up to a limit', (status, low, enough) => {
  expect(statusOf(drive(() => low))).toBe(status);
  expect(statusOf(drive(() => enough))).toBe(1);
  // Outside of the stay it says nothing.
  expect(statusOf(drive((minute) => (minute < 10 || minute > 30 ? low : {})))).toBe(1);
});

test('8: most of it without a fix', () => {
  const without = (first: number, last: number) =>
    drive().filter(({ time }) => time <= first * MINUTE || time >= last * MINUTE);
  expect(statusOf(without(12, 28))).toBe(8);
  expect(statusOf(without(12, 21))).toBe(1);
});

test('13 and 14: where the track begins and ends', () => {
  const fixes = drive();
  expect(statusOf(fixes.slice(10))).toBe(13);
  expect(statusOf(fixes.slice(0, 31))).toBe(14);
});

test('the battery counts as it was at last, signal and satellites as they mostly were', () => {
  expect(statusOf(drive((minute) => ({ power: minute < 25 ? 10 : 90 })))).toBe(1);
  expect(statusOf(drive((minute) => ({ gsm: minute === 20 ? 0 : 80 })))).toBe(1);
});

test('an alarm before or after, and a notice that all is well, are none of the stay', () => {
  const alarms = [
    { time: 10 * MINUTE - 1, type: 'SOS' },
    { time: 30 * MINUTE + 1, type: 'SOS' },
    { time: 20 * MINUTE, type: 'STOP' },
  ] as const;
  expect(statusOf(drive(), { alarms })).toBe(1);
});

test('of all that is true the gravest is told', () => {
  // Left out one by one, in the order of the table.
  const sos = { time: 20 * MINUTE, type: 'SOS' } as const;
  const teardown = { time: 20 * MINUTE, type: 'TEARDOWN' } as const;
  const place = { isAtPoint: () => true, isInFence: () => true, stands: [{ from: 0, to: 40 }] };
  const fixes = (power: number, gsm: number, gps: number) =>
    drive(() => ({ power, gsm, gps })).filter(({ time }) => time >= 10 * MINUTE);
  const all = { ...place, charging: true, ignition: true };
  expect(statusOf(fixes(5, 5, 0), { ...all, alarms: [teardown, sos] })).toBe(9);
  expect(statusOf(fixes(5, 5, 0), { ...all, alarms: [teardown] })).toBe(10);
  const silent = fixes(5, 5, 0).filter(({ time }) => time <= 11 * MINUTE || time >= 29 * MINUTE);
  expect(statusOf(silent, all)).toBe(8);
  expect(statusOf(fixes(5, 5, 0), all)).toBe(6);
  expect(statusOf(fixes(5, 5, 9), all)).toBe(4);
  expect(statusOf(fixes(5, 5, 9), { ...all, charging: false })).toBe(5);
  expect(statusOf(fixes(50, 5, 9), { ...all, charging: false })).toBe(7);
  expect(statusOf(fixes(50, 50, 9), { ...all, charging: false })).toBe(3);
  expect(statusOf(fixes(50, 50, 9), { ...place, ignition: false })).toBe(12);
  expect(statusOf(fixes(50, 50, 9), { ...place, ignition: false, isAtPoint: () => false })).toBe(11);
  expect(statusOf(fixes(50, 50, 9), { stands: place.stands, ignition: false })).toBe(2);
  expect(statusOf(fixes(50, 50, 9), { stands: place.stands })).toBe(13);
});
