import { expect, test } from 'vitest';
import { createTrailRace } from '../scenes/race.ts';
import { raceTimesAt } from './race-cycle.ts';

/** Runners of the demo: the first ones run the long course, number 501 the short one. */
const runners = createTrailRace().devices;
const named = (label: string) => runners.find((device) => device.label === label);

test('the runners wait at the line until the start, and have left it a minute later', () => {
  const now = Date.UTC(2026, 5, 1, 12);
  const { startTime, shortStartTime, endTime } = raceTimesAt(now);
  expect(startTime).toBeLessThanOrEqual(now);
  expect(endTime).toBeGreaterThan(now);
  for (const [label, start] of [
    ['101', startTime],
    ['501', shortStartTime],
  ] as const) {
    const stateAt = (time: number) => named(label)?.stateAt(time / 1_000);
    expect(stateAt(start - 1_000)?.speed).toBe(0);
    expect(stateAt(start + 60_000)?.speed).toBeGreaterThan(3);
    // Everybody has finished before the next race.
    expect(stateAt(start + 2.4 * 3_600_000)?.speed).toBe(0);
  }
});
