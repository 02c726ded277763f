import { describe, expect, test } from 'vitest';
import { seeded } from '../fences/testing/random.ts';
import type { Correction } from './corrections.ts';
import { courseOfRoute } from './course-of-route.ts';
import type { Fix, RunSetup } from './fix.ts';
import { ParticipantRun } from './participant-run.ts';
import { type Chain, PassingChain } from './passing-chain.ts';
import { detectPassings } from './passings.ts';
import type { RaceCourse } from './race-course.ts';
import { circles, fixAt, type Place, place, setup, T0, track } from './testing/synthetic-race.ts';

/** A course of random places in 600 x 600 m, one of which is often visited twice, or a road along them. */
function randomCourse(random: () => number): RaceCourse {
  const somewhere = (): Place => [Math.round(random() * 600), Math.round(random() * 600)];
  const places = Array.from({ length: 4 + Math.floor(random() * 6) }, somewhere);
  const again = places[Math.floor(random() * places.length)];
  if (again !== undefined && random() < 0.6) places.splice(places.length - 1, 0, again);
  const kind = random();
  if (kind < 0.3)
    return courseOfRoute(
      places.map((at) => place(at)),
      { splits: [200, 500, 700] },
    );
  return { ...circles(places), type: kind < 0.5 ? 'score' : 'normal' };
}

/** A noisy way along the course with detours, gaps and wrong fixes. */
function randomFixes(random: () => number, course: RaceCourse): Fix[] {
  const way = course.points.flatMap(({ position }): Place[] => {
    const [east, north] = [position[0] * 111_319.4908, position[1] * 110_574.2758];
    const detour: Place = [random() * 600, random() * 600];
    if (random() < 0.15) return [detour];
    return random() < 0.3 ? [detour, [east, north]] : [[east, north]];
  });
  const interval = random() < 0.5 ? 1 : 1 + Math.floor(random() * 30);
  const fixes = track(way, { speed: 3 + random() * 3, interval, from: -20 });
  return fixes.flatMap((fix): Fix[] => {
    if (random() < 0.02) return [];
    const spread = random() < 0.02 ? 0.005 : 0.00003;
    return [
      {
        ...fix,
        lng: fix.lng + (random() - 0.5) * spread,
        lat: fix.lat + (random() - 0.5) * spread,
        accuracy: random() < 0.05 ? 80 : 5,
      },
    ];
  });
}

function randomCorrections(random: () => number, { points }: RaceCourse): Correction[] {
  const point = points[Math.floor(random() * points.length)]?.id ?? '';
  const time = T0 + Math.round(random() * 400_000);
  const kind = random();
  if (kind < 0.6) return [];
  if (kind < 0.75) return [{ kind: 'passing', point, time }];
  if (kind < 0.9) return [{ kind: 'no-passing', point, until: random() < 0.5 ? null : time }];
  return [{ kind: 'start', time: T0 + Math.round(random() * 30_000) }];
}

function randomSetup(random: () => number): RunSetup {
  return setup({
    startTime: random() < 0.2 ? null : T0,
    timedFrom: random() < 0.5 ? 'start-line' : 'start-time',
    window: { from: null, to: random() < 0.3 ? T0 + 300_000 : null },
  });
}

/** Compares the run with the function as of some of its fixes, the last one and a while later. */
function compareRun(seed: number): number {
  const random = seeded(seed);
  const course = randomCourse(random);
  const fixes = randomFixes(random, course);
  const corrections = randomCorrections(random, course);
  const own = randomSetup(random);
  const run = new ParticipantRun(course, own, corrections);
  let passed = 0;
  for (const [index, fix] of fixes.entries()) {
    run.add(fix);
    if (index % 7 !== 0 && index !== fixes.length - 1) continue;
    for (const now of index === fixes.length - 1 ? [fix.time, fix.time + 900_000] : [fix.time]) {
      const result = run.result(now);
      expect(result).toEqual(detectPassings(course, fixes, { setup: own, corrections, now }));
      passed = result.passings.filter(({ time }) => time !== null).length;
    }
  }
  return passed;
}

describe('ParticipantRun', () => {
  test('has the result of the pure function after each fix of random runs', () => {
    const passed = Array.from({ length: 60 }, (_, seed) => compareRun(seed + 1));
    // The runs are not empty.
    expect(passed.filter((count) => count >= 4).length).toBeGreaterThan(15);
  });

  test('does so for many runs', { tags: ['long'] }, () => {
    for (let seed = 1_000; seed < 1_500; seed += 1) compareRun(seed);
  });

  test('refuses fixes that are older than the last one', () => {
    const course = circles([
      [0, 0],
      [100, 0],
      [200, 0],
    ]);
    const run = new ParticipantRun(course, setup());
    expect(run.add(fixAt(T0 + 5_000, [10, 0]))).toBe('counted');
    expect(run.add(fixAt(T0 + 5_000, [90, 0]))).toBe('duplicate');
    expect(run.add(fixAt(T0 + 4_000, [90, 0]))).toBe('out-of-order');
    expect(run.add({ ...fixAt(T0 + 6_000, [90, 0]), accuracy: 51 })).toBe('dropped');
    expect(run.result(T0 + 6_000)).toMatchObject({ lastPassed: 0, lastFix: T0 + 6_000 });
  });

  test('applies corrections at any time, except for the start', () => {
    const course = circles([
      [0, 0],
      [100, 0],
      [200, 0],
    ]);
    const run = new ParticipantRun(course, setup());
    for (const fix of track([
      [0, 0],
      [200, 0],
    ]))
      run.add(fix);
    const now = T0 + 60_000;
    expect(run.result(now).finish).toBe(T0 + 37_000);
    const point = course.points[2]?.id ?? '';
    expect(run.correct([{ kind: 'passing', point, time: T0 + 38_000 }])).toBe(true);
    expect(run.result(now).finish).toBe(T0 + 38_000);
    expect(run.correct([{ kind: 'no-passing', point, until: null }])).toBe(true);
    expect(run.result(now).finish).toBeNull();
    expect(run.correct([{ kind: 'start', time: T0 + 1_000 }])).toBe(false);
    expect(run.correct([])).toBe(true);
    expect(run.result(now).finish).toBe(T0 + 37_000);
  });
});

test('counts skips of any size once the time of the participant has ended early', () => {
  // From 31 straight to the finish, past 3 km of the course.
  const course = circles([
    [0, 0],
    [100, 0],
    [1_500, 0],
    [1_500, 300],
    [0, 100],
  ]);
  const run = new ParticipantRun(course, setup({ window: { from: null, to: T0 + 3_600_000 } }));
  for (const fix of track([
    [0, 0],
    [100, 0],
    [0, 100],
  ]))
    run.add(fix);
  const now = T0 + 60_000;
  expect(run.result(now).finish).toBeNull();
  // 100 + 141.4 - 15 m at 5 m/s.
  expect(run.result(now, now).finish).toBe(T0 + 45_284);
});

describe('PassingChain', () => {
  /** The number of points of the longest sequence in the order of points and of time, by trying all. */
  function longest(list: readonly { readonly index: number; readonly time: number }[]): number {
    let best = 0;
    for (let set = 0; set < 2 ** list.length; set += 1) {
      const chosen = list.filter((_, bit) => (set & (1 << bit)) !== 0);
      const isOrdered = chosen.every(
        ({ index, time }, at) =>
          at === 0 || (index > (chosen[at - 1]?.index ?? 0) && time >= (chosen[at - 1]?.time ?? 0)),
      );
      if (isOrdered) best = Math.max(best, chosen.length);
    }
    return best;
  }

  test('finds as many points as the best of all sequences', () => {
    const random = seeded(7);
    // The finish is far away: it is no candidate.
    const course = circles(Array.from({ length: 8 }, (_, index): Place => [index * 100, 0]));
    for (let round = 0; round < 100; round += 1) {
      const list = Array.from({ length: 9 }, () => 1 + Math.floor(random() * 6)).map((index, order) => ({
        index,
        time: T0 + order,
      }));
      const chain = new PassingChain('closed', course);
      for (const { index, time } of list)
        chain.add({
          ...{ index, time, controlId: String(index), distance: index * 100, travelled: 0 },
          ...{ approach: null, start: { time: T0, crossedAt: null, travelled: 0 } },
        });
      const best: Chain | null = chain.best;
      expect((best?.found ?? 1) - 1).toBe(longest(list));
    }
  });
});
