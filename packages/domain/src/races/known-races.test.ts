import { describe, expect, test } from 'vitest';
import { seeded } from '../fences/testing/random.ts';
import type { Correction } from './corrections.ts';
import { courseOfMarks } from './course-of-marks.ts';
import { courseOfRoute } from './course-of-route.ts';
import type { Fix, RunSetup } from './fix.ts';
import { type ResultStatus, toParticipantResult } from './participant-result.ts';
import { detectPassings } from './passings.ts';
import type { RaceCourse } from './race-course.ts';
import { rankParticipants } from './standings.ts';
import {
  circles,
  fixAt,
  fixesOf,
  type Place,
  place,
  type Schedule,
  setup,
  T0,
} from './testing/synthetic-race.ts';

/** Metres of noise of each fix to the east and to the north: that of a watch under an open sky. */
const NOISE = 3;

interface Runner {
  readonly name: string;
  /** Where they really were. Empty: they have no device, or stayed at home. */
  readonly schedule: Schedule;
  /** Seconds after `T0`. Default 0. */
  readonly start?: number | null;
  readonly course?: RaceCourse;
  /** The fixes that arrive; by default a fix a second of the schedule, with noise. */
  readonly fixes?: readonly Fix[];
  readonly corrections?: readonly Correction[];
  readonly changes?: Partial<RunSetup>;
}

interface Race {
  readonly course: RaceCourse;
  readonly runners: readonly Runner[];
  readonly isMassStart?: boolean;
  /** Seconds after `T0` at which the race is over. */
  readonly end: number;
  /** Metres of noise; 0 where equal times are equal to the second. */
  readonly noise?: number;
}

/** Place, name, status, and the time in seconds or the points. */
type Row = readonly [place: number | null, name: string, status: ResultStatus, value: number | null];

/** The ranking of a race that is over, and the passings of each runner: seconds after `T0`. */
function evaluate({ course: common, runners, isMassStart = true, end, noise = NOISE }: Race) {
  const now = T0 + end * 1_000;
  const times = new Map<string, readonly (number | null)[]>();
  const results = runners.map((runner, id) => {
    const { schedule, start = 0, course = common, corrections = [], changes = {} } = runner;
    const fixes = runner.fixes ?? fixesOf(schedule, { noise, random: seeded(id + 1) });
    const startTime = start === null ? null : T0 + start * 1_000;
    const own = setup({ startTime, window: { from: null, to: now }, ...changes });
    const run = detectPassings(course, fixes, { setup: own, corrections, now });
    times.set(
      runner.name,
      run.passings.map(({ time }) => (time === null ? null : (time - T0) / 1_000)),
    );
    const participant = { id, course, startTime, windowEnd: own.window.to, sendInterval: 1, corrections };
    return toParticipantResult(participant, run, now);
  });
  const rows = rankParticipants(results, { isMassStart });
  return {
    times,
    rows: rows.map(({ place: own, result }) => ({
      ...{ place: own, name: runners[result.id]?.name ?? '', status: result.status },
      value: result.points ?? result.time,
      missing: result.missing,
    })),
  };
}

/** Compares places, names and statuses exactly, and times within some seconds. */
function expectRanking(race: Race, expected: readonly Row[], seconds: number) {
  const { rows, times } = evaluate(race);
  expect(rows.map((row) => [row.place, row.name, row.status])).toEqual(
    expected.map((row) => row.slice(0, 3)),
  );
  for (const [index, [, name, , value]] of expected.entries()) {
    const found = rows[index]?.value ?? null;
    if (value === null || found === null) expect([name, found]).toEqual([name, value]);
    else
      expect(Math.abs(found - value), `${name}: ${found} instead of ${value}`).toBeLessThanOrEqual(seconds);
  }
  return { rows, times };
}

/** Seconds after `T0` of each point, compared within some seconds. */
function expectTimes(
  found: readonly (number | null)[] | undefined,
  expected: readonly (number | null)[],
  seconds: number,
) {
  expect(found?.map((time) => time !== null)).toEqual(expected.map((time) => time !== null));
  for (const [index, time] of expected.entries())
    if (time !== null)
      expect(Math.abs((found?.[index] ?? 0) - time), `point ${index}`).toBeLessThanOrEqual(seconds);
}

/** Circles of 15 m: S, 31 at 300 m east, 32 at 300 m north of it, 33 at 300 m north of S, F at 100 m north of S. */
const FOREST: readonly Place[] = [
  [0, 0],
  [300, 0],
  [300, 300],
  [0, 300],
  [0, 100],
];

/** A schedule along places, with the second of the arrival at each of them. */
function at(places: readonly Place[], seconds: readonly number[]): Schedule {
  return places.map(([east, north], index) => [seconds[index] ?? 0, east, north]);
}

/**
 * Ten races whose truth is written by hand: when everybody was where. An entry of a circle of 15 m is 15 m before the arrival at
 * its center, which is 3 to 8 s for these runners.
 */
describe('races with a known result', () => {
  test('1: mass start with a tie in the second place', () => {
    // At 5 m/s the circle of the finish is entered 3 s before its center. Without noise: equal to the second.
    const second = [0, 60, 120, 180, 220];
    const race: Race = {
      course: circles(FOREST),
      noise: 0,
      end: 600,
      runners: [
        { name: 'Di', schedule: at(FOREST, [0, 100, 200, 300, 360]) },
        { name: 'Bo', schedule: at(FOREST, second) },
        { name: 'Cai', schedule: at(FOREST, second) },
        { name: 'Ann', schedule: at(FOREST, [0, 50, 100, 150, 190]) },
      ],
    };
    const { times } = expectRanking(
      race,
      [
        [1, 'Ann', 'finished', 187],
        [2, 'Bo', 'finished', 217],
        [2, 'Cai', 'finished', 217],
        // 200 m in 60 s: 15 m are 4.5 s.
        [4, 'Di', 'finished', 355],
      ],
      0,
    );
    expectTimes(times.get('Bo'), [0, 57, 117, 177, 217], 0.05);
  });

  test('2: individual starts, won by the last one who started', () => {
    const ahead = (start: number, seconds: readonly number[]) => ({
      start,
      schedule: at(
        FOREST,
        [0, ...seconds].map((second) => start + second),
      ),
    });
    expectRanking(
      {
        course: circles(FOREST),
        isMassStart: false,
        end: 1_200,
        runners: [
          { name: 'Ann', ...ahead(0, [90, 180, 270, 330]) },
          { name: 'Bo', ...ahead(120, [80, 160, 240, 300]) },
          { name: 'Cai', ...ahead(240, [70, 140, 210, 260]) },
        ],
      },
      [
        [1, 'Cai', 'finished', 256],
        [2, 'Bo', 'finished', 295],
        [3, 'Ann', 'finished', 325],
      ],
      3,
    );
  });

  test('3: a control is left out, and one that was left out is visited later', () => {
    const [start, first, second, third, finish] = FOREST as [Place, Place, Place, Place, Place];
    const { rows, times } = expectRanking(
      {
        course: circles(FOREST),
        end: 1_200,
        runners: [
          { name: 'Ann', schedule: at(FOREST, [0, 100, 200, 300, 360]) },
          // Passes 32 at 60 m.
          { name: 'Bo', schedule: at([start, first, [240, 300], third, finish], [0, 80, 180, 240, 290]) },
          // 31, 33, and only then 32 and 33 again.
          {
            name: 'Cai',
            schedule: at([start, first, third, second, third, finish], [0, 80, 200, 300, 400, 460]),
          },
        ],
      },
      [
        [1, 'Ann', 'finished', 355],
        [2, 'Cai', 'finished', 455],
        [null, 'Bo', 'missing-points', 286],
      ],
      3,
    );
    expect(rows[2]?.missing).toEqual([2]);
    expectTimes(times.get('Cai'), [0, 76, 295, 395, 455], 3);
  });

  test('4: loops in a different order for each runner', () => {
    const [start, center, north, east, finish]: readonly Place[] = [
      [0, 0],
      [200, 0],
      [200, 200],
      [400, 0],
      [200, -150],
    ];
    const northFirst = [start, center, north, center, east, center, finish] as Place[];
    const eastFirst = [start, center, east, center, north, center, finish] as Place[];
    const { times } = expectRanking(
      {
        course: circles(northFirst),
        end: 1_200,
        runners: [
          {
            name: 'Ann',
            course: circles(northFirst),
            schedule: at(northFirst, [0, 50, 100, 150, 210, 270, 320]),
          },
          {
            name: 'Bo',
            course: circles(eastFirst),
            schedule: at(eastFirst, [0, 50, 110, 160, 205, 255, 300]),
          },
          // Runs the loops of Ann in the order of Bo: the first loop and a visit of the center are missing.
          {
            name: 'Cai',
            course: circles(northFirst),
            schedule: at(eastFirst, [0, 60, 120, 180, 240, 300, 350]),
          },
        ],
      },
      [
        [1, 'Bo', 'finished', 295],
        [2, 'Ann', 'finished', 315],
        [null, 'Cai', 'missing-points', 345],
      ],
      3,
    );
    expectTimes(times.get('Ann'), [0, 46, 96, 146, 205, 265, 315], 3);
    expectTimes(times.get('Bo'), [0, 46, 105, 156, 202, 251, 295], 3);
  });

  test('5: one device for three runners in turn', () => {
    const turn = (from: number, seconds: readonly number[]) =>
      at(
        FOREST,
        seconds.map((second) => from + second),
      );
    const [start, first, second, , finish] = FOREST as [Place, Place, Place, Place, Place];
    const schedules = [
      // Passes 33 at 80 m, which the next ones visit.
      at([start, first, second, [80, 300], finish], [0, 70, 140, 200, 256]),
      turn(400, [0, 60, 120, 180, 220]),
      turn(800, [0, 80, 160, 240, 300]),
    ];
    // Between the runs the device is carried from the finish to the start, past 31.
    const carried = schedules.flatMap((schedule, index): Schedule => {
      const back: Schedule[number] = [400 * index + 340, 300, 0];
      return [...schedule, back];
    });
    const fixes = fixesOf(carried, { noise: NOISE, random: seeded(5) });
    const window = (from: number, to: number) => ({
      window: { from: T0 + from * 1_000, to: T0 + to * 1_000 },
    });
    const { times } = expectRanking(
      {
        course: circles(FOREST),
        isMassStart: false,
        end: 1_500,
        runners: [
          { name: 'Ann', schedule: [], fixes, start: 0, changes: window(-30, 370) },
          { name: 'Bo', schedule: [], fixes, start: 400, changes: window(370, 770) },
          { name: 'Cai', schedule: [], fixes, start: 800, changes: window(770, 1_500) },
        ],
      },
      [
        [1, 'Bo', 'finished', 217],
        [2, 'Cai', 'finished', 295],
        [null, 'Ann', 'missing-points', 252],
      ],
      3,
    );
    expectTimes(times.get('Ann'), [0, 66, 136, null, 252], 3);
    expectTimes(times.get('Bo'), [400, 457, 517, 577, 617], 3);
  });

  test('6: a score course with points for being late, and a tie in points', () => {
    // 10, 20 and 30 points; 600 s, 5 points for each minute begun.
    const base = circles(FOREST);
    const course: RaceCourse = {
      ...base,
      type: 'score',
      timeLimit: 600,
      penaltyPerMinute: 5,
      points: base.points.map((point, index) => ({
        ...point,
        points: [null, 10, 20, 30, null][index] ?? null,
      })),
    };
    const [start, ten, twenty, thirty, finish] = FOREST as [Place, Place, Place, Place, Place];
    expectRanking(
      {
        course,
        end: 1_200,
        runners: [
          // All 60 points in 655 s: one minute begun.
          { name: 'Ann', schedule: at([start, thirty, twenty, ten, finish], [0, 160, 320, 480, 660]) },
          // All 60 points in 775 s: three minutes begun.
          { name: 'Bo', schedule: at(FOREST, [0, 200, 400, 600, 780]) },
          // 50 points in time.
          { name: 'Cai', schedule: at([start, twenty, thirty, finish], [0, 250, 400, 500]) },
          // 50 points, too, and faster.
          { name: 'Di', schedule: at([start, thirty, twenty, finish], [0, 100, 200, 320]) },
        ],
      },
      [
        [1, 'Ann', 'finished', 55],
        [2, 'Di', 'finished', 50],
        [3, 'Cai', 'finished', 50],
        [4, 'Bo', 'finished', 45],
      ],
      0,
    );
  });

  test('7: a trail out and back on the same path', () => {
    const there: readonly Place[] = [
      [0, 0],
      [1_000, 0],
      [1_000, 500],
    ];
    const route = [...there, ...[...there].reverse().slice(1)];
    // 3,000 m: splits on the way out at 800 m, and on the way back at the same place and at 2,600 m.
    const course = courseOfRoute(
      route.map((one) => place(one)),
      { splits: [800, 2_200, 2_600] },
    );
    // Metres along the route at a second; before the start and after the finish on the road that goes on to the west.
    const along = (legs: readonly (readonly [second: number, metres: number])[]): Schedule =>
      legs.map(([second, metres]) => {
        if (metres < 0 || metres > 3_000) return [second, metres < 0 ? metres : 3_000 - metres, 0];
        const out = metres <= 1_500 ? metres : 3_000 - metres;
        return out <= 1_000 ? [second, out, 0] : [second, 1_000, out - 1_000];
      });
    const { times } = expectRanking(
      {
        course,
        end: 2_400,
        runners: [
          // 4 m/s, with turns at 1,000, 1,500 and 2,000 m.
          {
            name: 'Ann',
            schedule: along([
              [-10, -40],
              [0, 0],
              [250, 1_000],
              [375, 1_500],
              [500, 2_000],
              [750, 3_000],
              [760, 3_040],
            ]),
          },
          // 2.5 m/s.
          {
            name: 'Bo',
            schedule: along([
              [0, 0],
              [400, 1_000],
              [600, 1_500],
              [800, 2_000],
              [1_200, 3_000],
              [1_220, 3_050],
            ]),
          },
          // Turns at 1,200 m: no half of the race.
          {
            name: 'Cai',
            schedule: [
              [0, 0, 0],
              [250, 1_000, 0],
              [300, 1_000, 200],
              [350, 1_000, 0],
              [500, 400, 0],
              [2_300, 400, 0],
            ],
          },
        ],
      },
      [
        [1, 'Ann', 'finished', 750],
        [2, 'Bo', 'finished', 1_200],
        [null, 'Cai', 'did-not-finish', null],
      ],
      2,
    );
    expectTimes(times.get('Ann'), [0, 200, 550, 650, 750], 2);
    expectTimes(times.get('Bo'), [0, 320, 880, 1_040, 1_200], 2);
  });

  test('8: three laps of a road, two who do not run all of them', () => {
    const lap: readonly Place[] = [
      [250, 0],
      [250, 250],
      [0, 250],
      [0, 0],
    ];
    const line: readonly Place[] = [[0, 0], ...lap, ...lap, ...lap];
    const course = courseOfRoute(
      line.map((one) => place(one)),
      { splits: [125, 1_125, 2_125] },
    );
    // 250 m in a quarter of the seconds of each lap.
    const laps = (...seconds: readonly number[]): Schedule => {
      let from = 0;
      const rows: [number, number, number][] = [[0, 0, 0]];
      for (const duration of seconds) {
        for (const [quarter, [east, north]] of lap.entries())
          rows.push([from + ((quarter + 1) * duration) / 4, east, north]);
        from += duration;
      }
      return rows;
    };
    const { times } = expectRanking(
      {
        course,
        end: 2_400,
        runners: [
          { name: 'Ann', schedule: [...laps(200, 220, 240), [668, 0, -30]] },
          { name: 'Bo', schedule: [...laps(260, 220, 160), [648, 0, -30]] },
          // Goes to the finish after two laps, and stays there.
          { name: 'Cai', schedule: [...laps(200, 200), [408, 0, -30], [2_300, 0, -30]] },
          // Leaves the road in the third lap.
          { name: 'Di', schedule: [...laps(210, 210), [472.5, 250, 0], [600, 700, -300]] },
        ],
      },
      [
        [1, 'Bo', 'finished', 640],
        [2, 'Ann', 'finished', 660],
        [null, 'Cai', 'missing-points', 400],
        [null, 'Di', 'did-not-finish', null],
      ],
      2,
    );
    // An eighth of the first, second and third lap.
    expectTimes(times.get('Ann'), [0, 25, 227.5, 450, 660], 2);
    expectTimes(times.get('Bo'), [0, 32.5, 287.5, 500, 640], 2);
    expectTimes(times.get('Cai'), [0, 25, 225, null, 400], 2);
    expectTimes(times.get('Di'), [0, 26.25, 236.25, 446.25, null], 2);
  });

  test('9: sailing around two marks twice, from a start line to a finish line', () => {
    const windward = { name: 'windward', position: place([0, 1_000]), radius: 50 };
    const leeward = { name: 'leeward', position: place([0, 0]), radius: 50 };
    const gate = (name: string, north: number) => ({
      name,
      ends: [place([-80, north]), place([80, north])] as const,
    });
    const course = courseOfMarks([
      gate('start', 100),
      windward,
      leeward,
      { ...windward, name: 'windward 2' },
      gate('finish', 400),
    ]);
    // Tacks against the wind, from the north; runs before it.
    const { times } = expectRanking(
      {
        course,
        end: 2_400,
        runners: [
          {
            name: 'Ann',
            schedule: [
              [-60, -60, 40],
              [-20, 20, 40],
              [0, 40, 90],
              [100, 300, 400],
              [200, -200, 700],
              [300, 0, 1_000],
              [500, 0, 0],
              [600, 300, 350],
              [800, -200, 750],
              [900, 0, 1_000],
              [1_020, 0, 400],
              [1_040, 0, 300],
            ],
          },
          {
            name: 'Bo',
            schedule: [
              [-60, 60, 40],
              [0, -40, 90],
              [120, -300, 400],
              [240, 200, 700],
              [350, 0, 1_000],
              [530, 0, 0],
              [650, -300, 350],
              [780, 200, 750],
              [860, 0, 1_000],
              [980, 0, 400],
              [1_000, 0, 300],
            ],
          },
          // Misses the leeward mark by 150 m.
          {
            name: 'Cai',
            schedule: [
              [-60, 0, 40],
              [0, 0, 90],
              [250, 0, 1_000],
              [420, 150, 20],
              [650, 0, 1_000],
              [770, 0, 400],
              [790, 0, 300],
            ],
          },
        ],
      },
      [
        [1, 'Bo', 'finished', 980],
        [2, 'Ann', 'finished', 1_020],
        [null, 'Cai', 'missing-points', 770],
      ],
      2,
    );
    // Within 50 m of the marks: at 360.6 m in 100 s 13.9 s before, at 5 m/s 10 s before, at 320.2 m in 100 s 15.6 s before.
    expectTimes(times.get('Ann')?.slice(1), [286.1, 490, 884.4, 1_020], 3);
  });

  test('10: no device, no start, a silent device, clocks that jump, and decisions of officials', () => {
    const course = circles(FOREST);
    const points = course.points.map(({ id }) => id);
    const schedule = (seconds: readonly number[]) => at(FOREST, seconds);
    const slow = schedule([0, 100, 200, 300, 360]);
    const fixes = fixesOf(slow, { noise: NOISE, random: seeded(11) });
    // Each fifth fix arrives at the end, and one is 40 km away.
    const shuffled = [
      ...fixes.filter((_, index) => index % 5 !== 0),
      fixAt(T0 + 150_400, [40_000, 0]),
      ...fixes.filter((_, index) => index % 5 === 0),
    ];
    expectRanking(
      {
        course,
        end: 1_200,
        runners: [
          { name: 'out of order', schedule: [], fixes: shuffled },
          // Silent from 31 to 33; an official at 32 has written down 220 s.
          {
            name: 'silent',
            schedule: [],
            fixes: fixesOf(schedule([0, 110, 220, 330, 400]), {
              noise: NOISE,
              random: seeded(12),
            }).filter(({ time }) => time < T0 + 120_000 || time > T0 + 300_000),
            corrections: [{ kind: 'passing', point: points[2] ?? '', time: T0 + 220_000 }],
          },
          // A penalty of 100 s.
          {
            name: 'penalty',
            schedule: schedule([0, 90, 180, 270, 330]),
            corrections: [{ kind: 'penalty', seconds: 100, points: 0, decidedAt: T0 }],
          },
          {
            name: 'disqualified',
            schedule: schedule([0, 50, 100, 150, 190]),
            corrections: [{ kind: 'status', status: 'disqualified', decidedAt: T0 }],
          },
          {
            name: 'withdrawn',
            schedule: [
              [0, 0, 0],
              [100, 300, 0],
            ],
            corrections: [{ kind: 'status', status: 'withdrawn', decidedAt: T0 }],
          },
          {
            name: 'stopped',
            schedule: [
              [0, 0, 0],
              [100, 300, 0],
              [1_000, 250, 50],
            ],
          },
          { name: 'no device', schedule: [] },
          // Entered by hand at the finish alone.
          {
            name: 'by hand',
            schedule: [],
            corrections: points
              .slice(1)
              .map(
                (point, index): Correction => ({ kind: 'passing', point, time: T0 + (index + 1) * 130_000 }),
              ),
          },
        ],
      },
      [
        [1, 'out of order', 'finished', 355],
        [2, 'silent', 'finished', 394],
        [3, 'penalty', 'finished', 425],
        [4, 'by hand', 'finished', 520],
        [null, 'stopped', 'did-not-finish', null],
        [null, 'withdrawn', 'withdrawn', null],
        [null, 'disqualified', 'disqualified', 187],
        [null, 'no device', 'no-data', null],
      ],
      3,
    );
  });
});
