import { greatCircleDistance } from '@wakeline/domain/geo/great-circle';
import { expect, test } from 'vitest';
import { type Battery, chargeAt } from './battery.ts';
import { createReport } from './instruments.ts';
import { seededRandom, smoothNoise } from './randomness.ts';

const HOUR = 3_600_000;
const MOTION_STATE = { longitude: 110.29, latitude: 25.28, altitude: 153.4, speed: 21.64, course: 359.7 };
const INSTRUMENTS = { seed: 7, error: 5, battery: null, gsm: 80, altimeter: true };

test('a battery discharges and charges linearly, and repeats', () => {
  const battery: Battery = { dischargeHours: 8, chargeHours: 2, minPercent: 20, phase: 0 };
  // By hand: 80 % in 8 h are 10 % per hour; charging in 2 h is 40 % per hour.
  expect([0, 1, 4, 8, 9, 10, 11].map((hour) => chargeAt(battery, hour * HOUR))).toEqual([
    100, 90, 60, 20, 60, 100, 90,
  ]);
  expect(chargeAt({ ...battery, phase: 0.5 }, 0)).toBe(50);
});

test('a report has rounded values, and null for what the device cannot measure', () => {
  const report = createReport(MOTION_STATE, 1000, { ...INSTRUMENTS, error: 0 });
  expect(report.fix).toEqual({
    longitude: 110.29,
    latitude: 25.28,
    altitude: 153,
    speed: 21.6,
    course: 0,
    accuracy: null,
    valid: true,
  });
  const limited = createReport(MOTION_STATE, 1000, { ...INSTRUMENTS, gsm: null, altimeter: false });
  expect(limited).toMatchObject({ gsm: null, battery: null, fix: { altitude: null } });
});

test('a fix deviates by at most the error, and is reproducible', () => {
  const times = Array.from({ length: 500 }, (_, index) => index * 7_000);
  const reports = times.map((time) => createReport(MOTION_STATE, time, INSTRUMENTS));
  for (const { fix } of reports) {
    const distance = fix === null ? Number.NaN : greatCircleDistance(MOTION_STATE, fix);
    expect(distance).toBeLessThanOrEqual(5 * Math.SQRT2 + 0.2);
  }
  expect(times.reverse().map((time) => createReport(MOTION_STATE, time, INSTRUMENTS))).toEqual(
    reports.reverse(),
  );
});

test('random numbers are reproducible by seed and uniformly distributed', () => {
  const drawNumbers = (seed: string) => Array.from({ length: 1000 }, seededRandom(seed));
  expect(drawNumbers('a')).toEqual(drawNumbers('a'));
  expect(drawNumbers('a')).not.toEqual(drawNumbers('b'));
  const mean = drawNumbers('a').reduce((sum, n) => sum + n, 0) / 1000;
  // The mean of 1000 uniform draws has a standard deviation of 0.0091.
  expect(Math.abs(mean - 0.5)).toBeLessThan(0.04);
});

test('smooth noise never jumps', () => {
  for (let time = 0; time < 1000; time++) {
    // The maximum slope of the easing is 1.5 times the maximum difference, 2, per period.
    expect(Math.abs(smoothNoise(3, time + 1, 100) - smoothNoise(3, time, 100))).toBeLessThanOrEqual(
      (1.5 * 2) / 100 + 1e-9,
    );
  }
});
