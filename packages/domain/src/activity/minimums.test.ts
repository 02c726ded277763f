import { expect, test } from 'vitest';
import type { ActivityKind } from './activity.ts';
import { ACTIVITY_MINIMUMS, isCounted } from './minimums.ts';

const MINUTE = 60_000;

function counted(kind: ActivityKind, minutes: number, metres: number): boolean {
  const place = { latitude: 0, longitude: 0 };
  const sums = { nightMetres: 0, ignition: null, fastest: null, firstFix: null, lastFix: null };
  // Across midnight: the metres of both days count.
  const days = [
    { ...sums, day: 1, metres: metres / 2 },
    { ...sums, day: 2, metres: metres / 2 },
  ];
  const [from, to] = [
    { ...place, time: 0 },
    { ...place, time: minutes * MINUTE },
  ];
  return isCounted({ kind, from, to, days, hasIgnition: false }, ACTIVITY_MINIMUMS);
}

test('a trip counts from 500 m and 5 minutes on, both', () => {
  expect(counted('trip', 5, 500)).toBe(true);
  expect(counted('trip', 4.99, 5_000)).toBe(false);
  expect(counted('trip', 60, 499)).toBe(false);
});

test('a stop counts from 5 minutes on, and every gap', () => {
  expect(counted('stop', 5, 0)).toBe(true);
  expect(counted('stop', 4.99, 0)).toBe(false);
  expect(counted('gap', 61, 0)).toBe(true);
});
