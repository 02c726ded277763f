import { expect, test } from 'vitest';
import { NOTICE_NUMBERS } from './notice-type.ts';

test('keeps the alarm bits of stored positions', () => {
  expect(NOTICE_NUMBERS).toMatchObject({
    SOS: 0,
    VIBRATION: 1,
    CLOCK: 2,
    SAFE: 3,
    IN: 4,
    OUT: 5,
    OUTAGE: 6,
    TEARDOWN: 7,
    LOWPOWER: 8,
    OVERSPEED: 9,
    RUNNING: 10,
    STOP: 11,
    OFFLINE: 12,
    VOICE: 13,
    BDNOTICE: 14,
    RISE: 15,
    YAW: 16,
    EXPIRING: 17,
    EMERGENCY: 23,
  });
});

test('gives each type its own bit of a 32-bit integer', () => {
  const numbers = Object.values(NOTICE_NUMBERS);
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(Math.max(...numbers)).toBeLessThan(31);
});
