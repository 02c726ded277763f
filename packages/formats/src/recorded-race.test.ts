import type { Correction } from '@wakeline/domain/races/corrections';
import { toParticipantResult } from '@wakeline/domain/races/participant-result';
import { ParticipantRun } from '@wakeline/domain/races/participant-run';
import { detectPassings } from '@wakeline/domain/races/passings';
import { rankParticipants } from '@wakeline/domain/races/standings';
import { expect, test } from 'vitest';
import {
  highfieldCourse,
  highfieldResults,
  highfieldRun,
  type OfficialRunner,
  setupOf,
} from './testing/recorded-race.ts';

// The runner whose track is recorded is the only one who is not competitive.
const RUNNER = highfieldResults().find(({ place }) => place === null) as OfficialRunner;
const FIXES = highfieldRun();
const NOW = RUNNER.finish + 3_600_000;

/** Seconds from the official punch to the detected passing of each control and the finish; null: not found. */
function differences(radius: number, interval: number): readonly (number | null)[] {
  const fixes = FIXES.filter((_, index) => index % interval === 0);
  const run = detectPassings(highfieldCourse(radius), fixes, { setup: setupOf(RUNNER.start), now: NOW });
  return [...RUNNER.punches, RUNNER.time].map((seconds, index) => {
    const time = run.passings[index + 1]?.time ?? null;
    return time === null ? null : (time - RUNNER.start) / 1_000 - seconds;
  });
}

const sizes = (radius: number, interval: number) =>
  differences(radius, interval)
    .filter((seconds) => seconds !== null)
    .map(Math.abs)
    .sort((one, other) => one - other);

test('finds all controls of a recorded run within seconds of the official punches', () => {
  const found = sizes(15, 1);
  expect(found).toHaveLength(18);
  // docs/development/race-figures.md has each of them.
  expect(found.at(-1)).toBeLessThan(6);
  expect(((found[8] ?? 0) + (found[9] ?? 0)) / 2).toBeLessThan(2.5);
  expect(sizes(20, 5)).toHaveLength(18);
  // 10 m are too few for a receiver on the wrist.
  expect(sizes(10, 1).length).toBeLessThan(18);
});

test('has the same result fix by fix, and never counts a control early', () => {
  const course = highfieldCourse(15);
  const run = new ParticipantRun(course, setupOf(RUNNER.start));
  let passed = 0;
  for (const fix of FIXES) {
    expect(run.add(fix)).toBe('counted');
    const { lastPassed, passings } = run.result(fix.time);
    expect(passings.slice(0, lastPassed + 1).every(({ time }) => time !== null)).toBe(true);
    expect(lastPassed).toBeGreaterThanOrEqual(passed);
    passed = lastPassed;
  }
  expect(passed).toBe(18);
  expect(run.result(NOW)).toEqual(detectPassings(course, FIXES, { setup: setupOf(RUNNER.start), now: NOW }));
});

test('ranks the runners as the official results do, with their tie', () => {
  const course = highfieldCourse(15);
  const runners = highfieldResults().filter(({ place }) => place !== null);
  const results = runners.map(({ start, finish, punches }, id) => {
    const times = [...punches.map((seconds) => start + seconds * 1_000), finish];
    const corrections = times.map(
      (time, index): Correction => ({ kind: 'passing', point: course.points[index + 1]?.id ?? '', time }),
    );
    const run = detectPassings(course, [], { setup: setupOf(start), corrections, now: NOW + 3_600_000 });
    const participant = { id, course, startTime: start, windowEnd: null, sendInterval: null, corrections };
    return toParticipantResult(participant, run, NOW + 3_600_000);
  });
  const rows = rankParticipants(results, { isMassStart: false });
  expect(rows.map(({ place, result: { id, time } }) => [place, id, time])).toEqual(
    runners.map(({ place, time }, id) => [place, id, time]),
  );
  expect(rows.map(({ place }) => place).slice(19, 23)).toEqual([20, 21, 21, 23]);
});
