import { expect, test } from 'vitest';
import type { Fix, Report } from './report.ts';
import { dropImpossibleValues, validateReport } from './validate-report.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const OLDEST = Date.UTC(2025, 9, 16);

function report(changes: Partial<Omit<Report, 'fix'>> = {}, fix: Partial<Fix> | null = {}): Report {
  const defaultFix: Fix = {
    latitude: 53.5436,
    longitude: 9.9663,
    altitude: 6,
    speed: 10,
    course: 90,
    accuracy: 4,
    valid: true,
    ...fix,
  };
  return {
    time: NOW,
    battery: 80,
    gsm: 50,
    satellites: 9,
    alarms: [],
    attributes: {},
    ...changes,
    fix: fix === null ? null : defaultFix,
  };
}

test.each([
  { name: 'a valid report', report: report(), rejection: null },
  { name: 'latitude 91', report: report({}, { latitude: 91 }), rejection: 'latitude-out-of-range' },
  { name: 'the pole', report: report({}, { latitude: -90 }), rejection: null },
  { name: 'longitude 180', report: report({}, { longitude: 180 }), rejection: null },
  {
    name: 'longitude 180.0001',
    report: report({}, { longitude: 180.0001 }),
    rejection: 'longitude-out-of-range',
  },
  {
    name: 'a latitude that is not a number',
    report: report({}, { latitude: Number.NaN }),
    rejection: 'not-a-number',
  },
  {
    name: 'an infinite longitude',
    report: report({}, { longitude: Number.POSITIVE_INFINITY }),
    rejection: 'longitude-out-of-range',
  },
  { name: 'the year 2099', report: report({ time: Date.UTC(2099, 0, 1) }), rejection: 'time-in-future' },
  {
    name: 'the year 2099 without a fix',
    report: report({ time: Date.UTC(2099, 0, 1) }, null),
    rejection: 'time-in-future',
  },
  { name: 'a clock 10 minutes ahead', report: report({ time: NOW + 600_000 }), rejection: null },
  {
    name: 'a clock more than 10 minutes ahead',
    report: report({ time: NOW + 600_001 }),
    rejection: 'time-in-future',
  },
  { name: 'a year-old report', report: report({ time: Date.UTC(2025, 10, 20, 12) }), rejection: null },
  {
    name: 'older than the retention period',
    report: report({ time: OLDEST - 1 }),
    rejection: 'time-too-old',
  },
  { name: 'a time that is not a number', report: report({ time: Number.NaN }), rejection: 'not-a-number' },
])('$name: $rejection', ({ report, rejection }) => {
  expect(validateReport(report, NOW, OLDEST)).toBe(rejection);
});

test('replaces impossible values by null and keeps the position', () => {
  const cleaned = dropImpossibleValues(
    report(
      { battery: 255, gsm: -1, satellites: 256 },
      { speed: 6553.5, course: 511, altitude: -32_768, accuracy: -1 },
    ),
  );
  expect(cleaned).toEqual(
    report(
      { battery: null, gsm: null, satellites: null },
      { speed: null, course: null, altitude: null, accuracy: null },
    ),
  );
});

test('keeps possible values and converts a course of 360 to 0', () => {
  const plausible = report(
    { battery: 100, gsm: 0, satellites: 0 },
    { speed: 0, course: 360, altitude: -430, accuracy: 0 },
  );
  expect(dropImpossibleValues(plausible)).toEqual({ ...plausible, fix: { ...plausible.fix, course: 0 } });
});

test('drops a fix at 0, 0', () => {
  expect(dropImpossibleValues(report({}, { latitude: 0, longitude: 0 })).fix).toBeNull();
  expect(dropImpossibleValues(report({}, { latitude: 0, longitude: 9 })).fix).not.toBeNull();
});
