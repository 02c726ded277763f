import { expect, test } from 'vitest';
import { isNight } from './night.ts';

/** Of 1 June 2026 in China. */
const at = (hours: number, minutes = 0) => Date.UTC(2026, 5, 1, hours - 8, minutes);
const dimmed = (nightFrom: number | null, nightTo: number | null, time: number) =>
  isNight({ nightFrom, nightTo }, time, 'Asia/Shanghai');

test('dims from one minute of the day to another, also across midnight', () => {
  expect([at(21, 59), at(22), at(23), at(5, 59), at(6)].map((time) => dimmed(22 * 60, 6 * 60, time))).toEqual(
    [false, true, true, true, false],
  );
  expect([at(12, 59), at(13), at(13, 59), at(14)].map((time) => dimmed(13 * 60, 14 * 60, time))).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

test('never dims without both hours', () => {
  expect([dimmed(null, 360, at(1)), dimmed(1_320, null, at(23)), dimmed(60, 60, at(1))]).toEqual([
    false,
    false,
    false,
  ]);
});
