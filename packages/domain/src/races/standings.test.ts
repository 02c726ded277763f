import { describe, expect, test } from 'vitest';
import type { Correction } from './corrections.ts';
import { courseOfRoute } from './course-of-route.ts';
import type { Fix, RunSetup } from './fix.ts';
import { lastPassings } from './last-passings.ts';
import { type ParticipantResult, type RaceParticipant, toParticipantResult } from './participant-result.ts';
import { detectPassings } from './passings.ts';
import type { RaceCourse } from './race-course.ts';
import { splitTable } from './split-table.ts';
import { rankParticipants } from './standings.ts';
import { circles, type Place, place, setup, T0, track } from './testing/synthetic-race.ts';

/** S at 0, 31 to 34 at 100 to 400 m, F at 500 m. Circles are entered 15 m before. */
const PLACES: readonly Place[] = [0, 1, 2, 3, 4, 5].map((index) => [index * 100, 0]);
const COURSE = circles(PLACES);

interface Entry {
  readonly id: number;
  readonly fixes: readonly Fix[];
  /** Seconds after `T0`. */
  readonly start?: number | null;
  readonly course?: RaceCourse;
  readonly corrections?: readonly Correction[];
  readonly end?: number;
  readonly timedFrom?: RunSetup['timedFrom'];
}

/** The result as of some seconds after `T0`. */
function result(entry: Entry, seconds: number): ParticipantResult {
  const { id, fixes, start = 0, course = COURSE, corrections = [], end, timedFrom = 'start-time' } = entry;
  const startTime = start === null ? null : T0 + start * 1_000;
  const windowEnd = end === undefined ? null : T0 + end * 1_000;
  const now = T0 + seconds * 1_000;
  const participant: RaceParticipant = { id, course, startTime, windowEnd, sendInterval: 5, corrections };
  const window = { from: null, to: windowEnd };
  const run = detectPassings(course, fixes, {
    setup: setup({ startTime, timedFrom, window }),
    corrections,
    now,
  });
  return toParticipantResult(participant, run, now);
}

/** Runs the course at a speed from a time on. */
function runner(id: number, speed: number, start = 0): Entry {
  return { id, start, fixes: track(PLACES, { speed, from: start }) };
}

function ranking(entries: readonly Entry[], seconds: number, isMassStart = true) {
  const results = entries.map((entry) => result(entry, seconds));
  return rankParticipants(results, { isMassStart }).map(({ place: own, result: { id, status }, gap }) => [
    own,
    id,
    status,
    gap,
  ]);
}

describe('rankParticipants', () => {
  test('lets finished participants share a place: 1, 1, 3', () => {
    // 485 m at 5 m/s: 97 s; at 4.98 m/s: 97.39 s, the same whole second; at 4 m/s: 121.25 s.
    expect(ranking([runner(1, 4), runner(2, 4.98), runner(3, 5)], 200)).toEqual([
      [1, 2, 'finished', 0],
      [1, 3, 'finished', 0],
      [3, 1, 'finished', 24],
    ]);
  });

  test('compares times since the own start, not the clock', () => {
    // 2 starts 60 s later and needs 10 s less.
    expect(ranking([runner(1, 4.85), runner(2, 5.39, 60)], 200, false)).toEqual([
      [1, 2, 'finished', 0],
      // 485 / 4.85 = 100 s and 485 / 5.39 = 89.98 s.
      [2, 1, 'finished', 11],
    ]);
  });

  test('orders those on the way by their last point, the time there, and progress', () => {
    // As of 50 s: at 6 m/s 300 m (33 passed at 285 m, 47.5 s), at 5 m/s 250 m (32 at 37 s), at 4.5 m/s 225 m (32 at 41.1 s).
    expect(ranking([runner(1, 4.5), runner(2, 5), runner(3, 6)], 50)).toEqual([
      [1, 3, 'running', 0],
      // At 32: 37 and 41 s, 185 / 6 = 30 s.
      [2, 2, 'running', 7],
      [3, 1, 'running', 11],
    ]);
  });

  test('measures the gap at the last point that both have passed', () => {
    // 1 misses 33 and is at 450 m; 2 has passed 33 and is at 360 m.
    const missing = track(
      [
        [0, 0],
        [250, 0],
        [250, 60],
        [350, 60],
        [350, 0],
        [500, 0],
      ],
      { speed: 6 },
    );
    const entries = [{ id: 1, fixes: missing }, runner(2, 4)];
    // 1 passed 34 (385 m) after 250 + 60 + 100 + 60 + 35 m: 84.2 s. 2 passed 33 after 285 m: 71.25 s. Both: 32 at 30 and 46 s.
    expect(ranking(entries, 90)).toEqual([
      [1, 1, 'running', 0],
      [2, 2, 'running', 16],
    ]);
  });

  test('does not compare times at different controls of variations', () => {
    const points = COURSE.points.map((point, index) => (index === 2 ? { ...point, controlId: '99' } : point));
    const entries = [runner(1, 6), { ...runner(2, 4.5), course: { ...COURSE, points } }];
    // Both passed 31 (85 m): after 14.2 and 18.9 s. The second point is not the same.
    expect(ranking(entries, 50)).toEqual([
      [1, 1, 'running', 0],
      [2, 2, 'running', 4],
    ]);
  });

  test('orders a mass start on a road by progress', () => {
    const line = PLACES.map((at) => place(at));
    const course = courseOfRoute(line, { splits: [100] });
    const run = (id: number, fast: number) => {
      // 2 is slower to the split, and overtakes after it.
      const first = track(
        [
          [0, 0],
          [150, 0],
        ],
        { speed: 6 - id },
      );
      const from = 150 / (6 - id);
      return {
        id,
        course,
        fixes: [
          ...first,
          ...track(
            [
              [150, 0],
              [500, 0],
            ],
            { speed: fast, from },
          ).slice(1),
        ],
      };
    };
    const entries = [run(1, 3), run(2, 6)];
    const order = (seconds: number, isMassStart: boolean) =>
      ranking(entries, seconds, isMassStart).map(([, id]) => id);
    // After 40 s: 180 and 165 m; after 60 s: 240 and 285 m. The split is after 20 and 25 s.
    expect(order(40, true)).toEqual([1, 2]);
    expect(order(60, true)).toEqual([2, 1]);
    // Elsewhere the time at the split decides until the next one.
    expect(order(60, false)).toEqual([1, 2]);
  });

  test('lists those who have not started by start time, then all others', () => {
    const status = (id: number, own: Correction & { readonly kind: 'status' }): Entry => ({
      ...runner(id, 5),
      corrections: [own],
    });
    const entries: readonly Entry[] = [
      status(1, { kind: 'status', status: 'disqualified', decidedAt: 0 }),
      status(2, { kind: 'status', status: 'did-not-start', decidedAt: 0 }),
      status(3, { kind: 'status', status: 'withdrawn', decidedAt: 0 }),
      { id: 4, fixes: [] },
      { id: 5, fixes: [], start: 900 },
      { id: 6, fixes: [], start: 600 },
      { id: 7, fixes: track(PLACES).slice(0, 60), end: 150 },
      runner(8, 5),
      runner(9, 2.5),
      {
        id: 10,
        fixes: track([
          [0, 0],
          [250, 0],
          [300, 60],
          [400, 0],
          [500, 0],
        ]),
      },
      { ...runner(11, 5), course: { ...COURSE, timeLimit: 90 } },
    ];
    expect(ranking(entries, 150)).toEqual([
      [1, 8, 'finished', 0],
      // 375 m: 33 after 114 s and 57 s.
      [2, 9, 'running', 57],
      [null, 6, 'not-started', null],
      [null, 5, 'not-started', null],
      [null, 11, 'over-time', null],
      [null, 10, 'missing-points', null],
      [null, 7, 'did-not-finish', null],
      [null, 3, 'withdrawn', null],
      [null, 1, 'disqualified', null],
      [null, 2, 'did-not-start', null],
      [null, 4, 'no-data', null],
    ]);
  });

  test('orders a score course by points, then by time', () => {
    const score: RaceCourse = {
      ...COURSE,
      type: 'score',
      points: COURSE.points.map((point) => ({ ...point, points: point.kind === 'control' ? 10 : null })),
      timeLimit: 100,
      penaltyPerMinute: 4,
    };
    const entries: readonly Entry[] = [
      // All four controls in 485 / 2.5 = 194 s: 94 s over, two minutes begun.
      { ...runner(1, 2.5), course: score },
      { ...runner(2, 5), course: score },
      { ...runner(3, 4.9), course: score },
      {
        ...runner(4, 5),
        course: score,
        corrections: [{ kind: 'penalty', seconds: 0, points: 15, decidedAt: 0 }],
      },
    ];
    const rows = rankParticipants(
      entries.map((entry) => result(entry, 300)),
      { isMassStart: true },
    );
    expect(
      rows.map(({ place: own, result: { id, points, time, overtimePoints } }) => [
        own,
        id,
        points,
        time,
        overtimePoints,
      ]),
    ).toEqual([
      [1, 2, 40, 97, 0],
      [2, 3, 40, 98, 0],
      [3, 1, 32, 194, 8],
      [4, 4, 25, 97, 0],
    ]);
    // On the way, as of 90 s: 450 m and 225 m.
    expect(result(entries[1] as Entry, 90).points).toBe(40);
    expect(result(entries[0] as Entry, 90).points).toBe(20);
    // As of 101 s a minute over the limit has begun.
    expect(result(entries[0] as Entry, 101).points).toBe(20 - 4);
  });
});

describe('toParticipantResult', () => {
  test('adds penalties to the time', () => {
    const corrections: readonly Correction[] = [
      { kind: 'penalty', seconds: 30, points: 0, decidedAt: 0 },
      { kind: 'penalty', seconds: 10, points: 0, decidedAt: 0 },
    ];
    expect(result({ ...runner(1, 5), corrections }, 200)).toMatchObject({ time: 137, penalty: 40 });
  });

  test('lets officials accept a run with missing points, but not one without a finish', () => {
    const missed = {
      id: 1,
      fixes: track([
        [0, 0],
        [250, 0],
        [300, 60],
        [400, 0],
        [500, 0],
      ]),
    };
    const corrections: readonly Correction[] = [{ kind: 'status', status: 'finished', decidedAt: 0 }];
    expect(result(missed, 200)).toMatchObject({ status: 'missing-points', missing: [3] });
    expect(result({ ...missed, corrections }, 200).status).toBe('finished');
    expect(result({ ...missed, corrections }, 50).status).toBe('running');
    const removed: Correction = { kind: 'status', status: null, decidedAt: 0 };
    expect(result({ ...missed, corrections: [...corrections, removed] }, 200).status).toBe('missing-points');
  });

  test('applies a decision from its time on, or from the finish or the end of the time if it is later', () => {
    const disqualified = (seconds: number): readonly Correction[] => [
      { kind: 'status', status: 'disqualified', decidedAt: T0 + seconds * 1_000 },
    ];
    // The finish is after 97 s.
    const early = { ...runner(1, 5), corrections: disqualified(50) };
    expect([49, 50].map((at) => result(early, at).status)).toEqual(['running', 'disqualified']);
    const late = { ...runner(1, 5), corrections: disqualified(5_000) };
    expect([96, 97].map((at) => result(late, at).status)).toEqual(['running', 'disqualified']);
    const unfinished = {
      ...{ id: 1, fixes: track(PLACES).slice(0, 60), end: 150 },
      corrections: disqualified(5_000),
    };
    expect([149, 150].map((at) => result(unfinished, at).status)).toEqual(['running', 'disqualified']);
  });

  test('subtracts penalty points from their decision on', () => {
    const score: RaceCourse = {
      ...COURSE,
      type: 'score',
      points: COURSE.points.map((point) => ({ ...point, points: point.kind === 'control' ? 10 : null })),
    };
    const decidedAt = T0 + 60_000;
    const corrections: readonly Correction[] = [{ kind: 'penalty', seconds: 0, points: 15, decidedAt }];
    const entry = { ...runner(1, 5), course: score, corrections };
    // 31 after 17 s, 32 after 37 s, 33 after 57 s.
    expect([59, 60].map((at) => result(entry, at).points)).toEqual([30, 15]);
  });

  test('has no data until the first fix after the start', () => {
    const late = { id: 1, fixes: track(PLACES).slice(30) };
    expect(result(late, -10).status).toBe('not-started');
    expect(result(late, 20)).toMatchObject({ status: 'no-data', isStale: false });
    expect(result(late, 21)).toMatchObject({ status: 'no-data', isStale: true });
    expect(result(late, 31)).toMatchObject({ status: 'running', isStale: false });
    expect(result({ ...late, fixes: [], end: 100 }, 100).status).toBe('no-data');
    expect(result({ id: 1, start: null, fixes: [], end: 100 }, 99).status).toBe('not-started');
  });

  test('is stale after four intervals of the device without a fix', () => {
    // The last fix is that of 50 s, the interval is 5 s.
    const silent = { id: 1, fixes: track(PLACES).slice(0, 51) };
    expect([70, 71].map((seconds) => result(silent, seconds).isStale)).toEqual([false, true]);
  });

  test('has progress along legs', () => {
    // 250 m after 50 s.
    expect(result(runner(1, 5), 50).progress).toBeCloseTo(250, 0);
    expect(result(runner(1, 5), 150).progress).toBeCloseTo(500, 0);
    expect(result(runner(1, 5), -5).progress).toBeNull();
    // Sideways: only the direction of the leg counts.
    const sideways = {
      id: 1,
      fixes: track([
        [0, 0],
        [140, 0],
        [140, 90],
      ]),
    };
    expect(result(sideways, 46).progress).toBeCloseTo(140, 0);
  });
});

describe('splitTable', () => {
  test('has places and gaps of points and legs, with ties', () => {
    const legs = (id: number, first: number, second: number): Entry => ({
      id,
      fixes: [
        ...track(
          [
            [0, 0],
            [100, 0],
          ],
          { speed: first },
        ),
        ...track(
          [
            [100, 0],
            [500, 0],
          ],
          { speed: second, from: 100 / first },
        ).slice(1),
      ],
    });
    const entries = [legs(1, 5, 4), legs(2, 4, 5), legs(3, 5, 5)];
    const rows = splitTable(entries.map((entry) => result(entry, 300)));
    const first = rows.map(({ splits }) => splits[0]);
    // 31: 85 m after 17, 21.25 and 17 s.
    expect(first.map((split) => [split?.elapsed, split?.place, split?.behind])).toEqual([
      [17, 1, 0],
      [21, 3, 4],
      [17, 1, 0],
    ]);
    // 32: 20 + 85 / 4 = 41.25, 25 + 17 = 42 and 37 s; legs of 24, 21 and 20 s.
    expect(
      rows.map(({ splits: [, split] }) => [split?.elapsed, split?.leg, split?.legPlace, split?.legBehind]),
    ).toEqual([
      [41, 24, 3, 4],
      [42, 21, 2, 1],
      [37, 20, 1, 0],
    ]);
  });

  test('leaves out legs from a missing point, and places of the disqualified', () => {
    const missed = {
      id: 1,
      fixes: track([
        [0, 0],
        [250, 0],
        [300, 60],
        [400, 0],
        [500, 0],
      ]),
    };
    const corrections: readonly Correction[] = [{ kind: 'status', status: 'disqualified', decidedAt: 0 }];
    const rows = splitTable([result(missed, 300), result({ ...runner(2, 6), corrections }, 300)]);
    expect(rows[0]?.splits.map(({ index, leg, place: own }) => [index, leg === null, own])).toEqual([
      [1, false, 1],
      [2, false, 1],
      [4, true, 1],
      [5, false, 1],
    ]);
    expect(rows[1]?.splits.every((split) => split.place === null && split.legPlace === null)).toBe(true);
  });

  test('lists a score course in the order of time', () => {
    const fixes = track([
      [0, 0],
      [0, 40],
      [300, 40],
      [300, 0],
      [100, 0],
      [500, 0],
    ]);
    const score = { ...COURSE, type: 'score' as const };
    const [row] = splitTable([result({ id: 1, course: score, fixes }, 600)]);
    // 33, 32, 31, then 34 and the finish.
    expect(row?.splits.map(({ index }) => index)).toEqual([3, 2, 1, 4, 5]);
  });

  test('gives the latest passings of all, with the place at the point', () => {
    const rows = splitTable([runner(1, 5), runner(2, 4)].map((entry) => result(entry, 80)));
    // 1: 33 at 57 s, 34 at 77 s. 2: 32 at 46.25 s, 33 at 71.25 s.
    expect(
      lastPassings(rows, 3).map(({ participant, index, place: own, behind }) => [
        participant,
        index,
        own,
        behind,
      ]),
    ).toEqual([
      [1, 4, 1, 0],
      [2, 3, 2, 14],
      [1, 3, 1, 0],
    ]);
  });
});
