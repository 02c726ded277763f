import { describe, expect, test } from 'vitest';
import type { Clock } from './event.ts';
import { type PositionReport, readPositionReport, writePositionReport } from './position-report.ts';
import { dateTimeOfDay, toTimeOfDay } from './time-of-day.ts';

const fromHex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');
const CLOCK: Clock = { now: Date.parse('2026-11-23T08:31:00Z'), offset: 0 };

/** The example of the description of the format: 113°29'59.0" E, 22°15'02.9" N, 35 m at 08:30:15.20. */
const EXAMPLE = fromHex('A0 43 C7 94 71 77 B0 58 F0 A4 00 46 00');
const REPORT: PositionReport = {
  time: Date.parse('2026-11-23T08:30:15.200Z'),
  latitude: 22 + 15 / 60 + 2.9 / 3_600,
  longitude: 113 + 29 / 60 + 59 / 3_600,
  altitude: 35,
  anomaly: 0,
};

describe('position report 1', () => {
  test('decodes the example', () => {
    const report = readPositionReport(EXAMPLE, CLOCK);
    expect(report).toMatchObject({ time: REPORT.time, altitude: 35, anomaly: 0 });
    expect(report?.latitude).toBeCloseTo(REPORT.latitude, 9);
    expect(report?.longitude).toBeCloseTo(REPORT.longitude, 9);
  });

  test('encodes the example', () => {
    expect(Buffer.from(writePositionReport(REPORT, 0) ?? [])).toEqual(EXAMPLE);
  });

  // By hand, the last 26 bits: form 00, sign 1, 14 bits of 12, sign 1, 8 bits of 3; or form 01, 24 bits of 16,001.
  test.each([
    [{ altitude: -12, anomaly: -3 }, 'A0 43 C7 94 71 77 B0 58 F0 A4 80 19 03'],
    [{ altitude: 16_001, anomaly: null }, 'A0 43 C7 94 71 77 B0 58 F0 A5 00 3E 81'],
    [{ altitude: 16_000, anomaly: 0 }, 'A0 43 C7 94 71 77 B0 58 F0 A4 7D 00 00'],
  ])('has altitude and anomaly %j', (heights, bytes) => {
    expect(Buffer.from(writePositionReport({ ...REPORT, ...heights }, 0) ?? [])).toEqual(fromHex(bytes));
    expect(readPositionReport(fromHex(bytes), CLOCK)).toMatchObject(heights);
  });

  test.each([
    ['a byte less', 'A0 43 C7 94 71 77 B0 58 F0 A4 00 46'],
    ['a byte more', 'A0 43 C7 94 71 77 B0 58 F0 A4 00 46 00 00'],
    ['another mark', 'A1 43 C7 94 71 77 B0 58 F0 A4 00 46 00'],
    ['hour 31', 'A0 FB C7 94 71 77 B0 58 F0 A4 00 46 00'],
    ['minute 63', 'A0 47 FF 94 71 77 B0 58 F0 A4 00 46 00'],
    ['127 hundredths', 'A0 43 C7 FF 71 77 B0 58 F0 A4 00 46 00'],
    ['longitude 255', 'A0 43 C7 94 FF 77 B0 58 F0 A4 00 46 00'],
    ['form 3', 'A0 43 C7 94 71 77 B0 58 F0 A7 00 46 00'],
  ])('refuses %s', (_, bytes) => {
    expect(readPositionReport(fromHex(bytes), CLOCK)).toBeNull();
  });

  test.each([
    ['south', { latitude: -1 }],
    ['west', { longitude: -1 }],
    ['beyond 63 degrees', { latitude: 63.999_999 }],
    ['a longitude above 180', { longitude: 180.1 }],
    ['an altitude of 25 bits', { altitude: 2 ** 24 }],
    ['an altitude below the smallest', { altitude: -16_001 }],
    ['an anomaly of 9 bits', { anomaly: 256 }],
    ['no number', { latitude: Number.NaN }],
  ])('does not encode %s', (_, values) => {
    expect(writePositionReport({ ...REPORT, ...values }, 0)).toBeNull();
  });
});

describe('time of day', () => {
  const at = (time: string) => Date.parse(`2026-11-${time}Z`);

  test.each([
    ['23T08:31:00', 0, '23T08:30:00', 8, 30],
    // Sent before midnight, received after it; and a machine whose clock is ahead.
    ['24T00:00:30', 0, '23T23:59:00', 23, 59],
    ['23T23:59:40', 0, '24T00:00:00', 0, 0],
    // 08:30 in China is 00:30 UTC.
    ['23T00:31:00', 480, '23T00:30:00', 8, 30],
    ['22T16:00:10', 480, '22T15:59:00', 23, 59],
  ])('received at %s with offset %i: %s', (received, offset, expected, hour, minute) => {
    const clock = { now: at(received), offset };
    expect(dateTimeOfDay({ hour, minute, second: 0 }, clock)).toBe(at(expected));
    expect(toTimeOfDay(at(expected), offset)).toEqual({ hour, minute, second: 0 });
  });

  test.each([
    [24, 0, 0],
    [0, 60, 0],
    [0, 0, 60],
    [Number.NaN, 0, 0],
  ])('refuses %i:%i:%i', (hour, minute, second) => {
    expect(dateTimeOfDay({ hour, minute, second }, CLOCK)).toBeNull();
  });
});
