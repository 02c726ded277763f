import { describe, expect, test } from 'vitest';
import type { Correction } from './corrections.ts';
import { courseOfMarks } from './course-of-marks.ts';
import { courseOfRoute } from './course-of-route.ts';
import type { Fix, RunSetup } from './fix.ts';
import { detectPassings } from './passings.ts';
import type { RaceCourse } from './race-course.ts';
import { circles, fixAt, type Place, place, setup, stay, T0, track } from './testing/synthetic-race.ts';

/** An hour after the start. */
const LATER = T0 + 3_600_000;

interface Options {
  readonly changes?: Partial<RunSetup>;
  readonly corrections?: readonly Correction[];
  readonly now?: number;
}

function run(
  course: RaceCourse,
  fixes: readonly Fix[],
  { changes, corrections = [], now = LATER }: Options = {},
) {
  return detectPassings(course, fixes, { setup: setup(changes), corrections, now });
}

/** Seconds after `T0` at each point, to 0.01 s. */
function times(course: RaceCourse, fixes: readonly Fix[], options: Options = {}): readonly (number | null)[] {
  return run(course, fixes, options).passings.map(({ time }) =>
    time === null ? null : Math.round((time - T0) / 10) / 100,
  );
}

/** S at 0, controls at 100, 200, 300, 400 m east, F at 500 m. */
const STRAIGHT: readonly Place[] = [
  [0, 0],
  [100, 0],
  [200, 0],
  [300, 0],
  [400, 0],
  [500, 0],
];

describe('a normal course', () => {
  test('gets the time of the entry of each circle, between fixes', () => {
    // 5 m/s: 15 m before each control at 85, 185, ... m, that is after 17, 37, ... s.
    expect(times(circles(STRAIGHT), track(STRAIGHT))).toEqual([0, 17, 37, 57, 77, 97]);
    // 3 m/s: 85 / 3 = 28.33 s, between the fixes of 28 and 29 s.
    expect(times(circles(STRAIGHT), track(STRAIGHT, { speed: 3 }))[1]).toBe(28.33);
  });

  test('finds controls that an interval of 60 s jumps over', () => {
    const far: readonly Place[] = STRAIGHT.map(([east]) => [east * 4, 0]);
    // Fixes each 300 m; the controls at 400, 800, 1200, 1600 m are entered at 385, 785, 1185, 1585 m, the finish at 1985 m.
    expect(times(circles(far), track(far, { interval: 60 }))).toEqual([0, 77, 157, 237, 317, 397]);
  });

  test('gives the approach in each visit, and to a control that was missed', () => {
    // Passes 31 at 9 m and 32 at 40 m.
    const passings = run(
      circles([
        [0, 0],
        [100, 9],
        [200, 40],
        [500, 0],
      ]),
      track([
        [0, 0],
        [600, 0],
      ]),
    ).passings;
    // The circle is entered 12 m before (15² = 9² + 12²): 88 m, 17.6 s; it is nearest at 100 m, 20 s.
    expect(passings[1]?.time).toBe(T0 + 17_600);
    expect(passings[1]?.approach?.time).toBe(T0 + 20_000);
    expect(passings[1]?.approach?.distance).toBeCloseTo(9, 2);
    expect(passings[2]?.time).toBeNull();
    expect(passings[2]?.approach?.time).toBe(T0 + 40_000);
    expect(passings[2]?.approach?.distance).toBeCloseTo(40, 1);
    expect(passings[3]?.time).toBe(T0 + 97_000);
  });

  test('continues after a control that was missed', () => {
    // 33 at 300 m is passed at a distance of 60 m.
    const fixes = track([
      [0, 0],
      [200, 0],
      [300, 60],
      [400, 0],
      [500, 0],
    ]);
    // 200 m + 2 sqrt(100² + 60²) = 433.24 m to 34: entered 15 m before, on the way from 33: (433.24 - 15) / 5.
    expect(times(circles(STRAIGHT), fixes)).toEqual([0, 17, 37, null, 83.65, 103.65]);
  });

  test('does not count a control on the path of another leg', () => {
    // From 31 at 100 m to 32 at 500 m, past 33 at 300 m, and back to 33.
    const places: readonly Place[] = [
      [0, 0],
      [100, 0],
      [500, 0],
      [300, 0],
      [300, 500],
    ];
    const fixes = track(places);
    // To 32: 485 m, 97 s. Back to 33: 500 + 185 m, 137 s. The finish: 500 + 200 + 485 m.
    expect(times(circles(places), fixes)).toEqual([0, 17, 97, 137, 237]);
    // Between 33 and 32 at 70 s: only 31 counts.
    expect(times(circles(places), fixes, { now: T0 + 70_000 })).toEqual([0, 17, null, null, null]);
  });

  test('does not end where the path of a leg crosses the finish', () => {
    // The arena: the finish is at 200 m, between 31 and 32.
    const places: readonly Place[] = [
      [0, 0],
      [100, 0],
      [300, 0],
      [400, 0],
      [600, 0],
      [600, 300],
      [200, 0],
    ];
    const fixes = track(places);
    expect(run(circles(places), fixes, { now: T0 + 45_000 }).finish).toBeNull();
    // 600 + 300 + 500 - 15 m.
    expect(run(circles(places), fixes).finish).toBe(T0 + 277_000);
  });

  test('ends at the finish after controls that were skipped once the participant stays there', () => {
    // Gives up after 31: turns back at 150 m to the finish at 0, 100.
    const places: readonly Place[] = [
      [0, 0],
      [100, 0],
      [400, 0],
      [800, 0],
      [800, 400],
      [0, 100],
    ];
    const way = track([
      [0, 0],
      [150, 0],
      [0, 100],
    ]);
    const arrival = T0 + 1_000 * ((150 + Math.hypot(150, 100) - 15) / 5);
    const fixes = [...way, ...stay([0, 100], 400, 70)];
    expect(run(circles(places), fixes, { now: arrival + 240_000 }).finish).toBeNull();
    expect(run(circles(places), fixes, { now: arrival + 300_001 }).finish).toBe(Math.round(arrival));
    // At the end of the participant's time without waiting.
    const window = { from: null, to: T0 + 80_000 };
    expect(run(circles(places), fixes, { now: T0 + 80_000, changes: { window } }).finish).toBe(
      Math.round(arrival),
    );
  });

  test('counts each visit of the center of a butterfly', () => {
    // Center 100, 0; loops to 100, 200 and to 300, 0.
    const center: Place = [100, 0];
    const places: readonly Place[] = [[0, 0], center, [100, 200], center, [300, 0], center, [100, -300]];
    // 85; 100 + 185; 300 + 185; 500 + 185; 700 + 185; 900 + 285 m.
    expect(times(circles(places), track(places))).toEqual([0, 17, 57, 97, 137, 177, 237]);
    // Without the first loop its control is missing, and the visit before it: only one visit is left.
    const short: readonly Place[] = [[0, 0], center, [300, 0], center, [100, -300]];
    expect(times(circles(places), track(short))).toEqual([0, 17, null, null, 57, 97, 157]);
  });
});

describe('fixes', () => {
  const straight = track(STRAIGHT);
  const expected = [0, 17, 37, 57, 77, 97];

  test('that are inaccurate or too fast do not count', () => {
    const wrong = (second: number, at: Place): Fix => fixAt(T0 + second * 1_000 + 500, at);
    const jumps = [wrong(10, [300, 0]), wrong(50, [480, 900])];
    const inaccurate = { ...wrong(20, [405, 0]), accuracy: 51 };
    expect(times(circles(STRAIGHT), [...straight, ...jumps, inaccurate])).toEqual(expected);
  });

  test('that are just accurate enough count', () => {
    // 20 m from the control, with one fix in its circle: the limit is 50 m.
    const outside = track([
      [0, 0],
      [60, 20],
      [140, 20],
      [200, 0],
    ]);
    const course = circles([
      [0, 0],
      [100, 0],
      [200, 0],
    ]);
    const isFound = (accuracy: number) => {
      const near = { ...fixAt(T0 + 20_500, [100, 12]), accuracy };
      return times(course, [...outside, near])[1] !== null;
    };
    expect([isFound(50), isFound(51)]).toEqual([true, false]);
  });

  test('at the end of the window or later do not count', () => {
    const window = { from: null, to: T0 + 57_000 };
    expect(times(circles(STRAIGHT), straight, { changes: { window } })).toEqual([
      0,
      17,
      37,
      null,
      null,
      null,
    ]);
  });

  test('in any order give the same result', () => {
    const shuffled = [...straight.slice(40), ...straight.slice(0, 60).reverse()];
    expect(times(circles(STRAIGHT), shuffled)).toEqual(expected);
  });

  test('after the time of the result do not count', () => {
    // As of 40 s, also those of a clock that is ahead.
    expect(times(circles(STRAIGHT), straight, { now: T0 + 40_000 })).toEqual([0, 17, 37, null, null, null]);
  });

  test('after a jump to another place, confirmed by a second fix, count from there', () => {
    // By car from 100 m to 350 m within 5 s: 50 m/s. 32 and 33 are not on a path.
    const fixes = [
      ...straight.slice(0, 21),
      ...track(
        [
          [350, 0],
          [500, 0],
        ],
        { from: 25 },
      ),
    ];
    // 35 m and 135 m after 25 s.
    expect(times(circles(STRAIGHT), fixes)).toEqual([0, 17, null, null, 32, 52]);
  });

  test('of a shared device count in the window of their participant', () => {
    const second = track(STRAIGHT, { from: 600 });
    const fixes = [...straight, ...second];
    const change = T0 + 570_000;
    const first = run(circles(STRAIGHT), fixes, { changes: { window: { from: null, to: change } } });
    expect(first.lastFix).toBe(T0 + 100_000);
    expect(first.finish).toBe(T0 + 97_000);
    const changes = { startTime: T0 + 600_000, window: { from: change, to: null } };
    expect(times(circles(STRAIGHT), fixes, { changes })).toEqual([600, 617, 637, 657, 677, 697]);
  });

  test('across the antimeridian are on a continuous path', () => {
    // 180 degrees is at 250 m.
    const lng = 180 - 250 / 111_319.4908;
    expect(times(circles(STRAIGHT, lng), track(STRAIGHT, { lng, interval: 20 }))).toEqual(expected);
  });
});

describe('a start', () => {
  const gate = (east: number): readonly [ReturnType<typeof place>, ReturnType<typeof place>] => [
    place([east, -20]),
    place([east, 20]),
  ];
  const course = courseOfMarks([
    { name: 'start', ends: gate(0) },
    { name: '31', position: place([200, 0]), radius: 15 },
    { name: 'finish', ends: gate(400) },
  ]);
  // Crosses the start at 10 s, 31 (185 m) at 47 s, the finish at 90 s.
  const fixes = track([
    [-50, 0],
    [450, 0],
  ]);

  test('at a line is its crossing, or the start time of a mass start', () => {
    expect(run(course, fixes, { changes: { timedFrom: 'start-line' } }).start).toBe(T0 + 10_000);
    expect(run(course, fixes).start).toBe(T0);
    expect(times(course, fixes)).toEqual([10, 47, 90]);
  });

  test('may be crossed 30 s before the start time, by a clock that is ahead', () => {
    // The device's clock is 25 s fast compared with the start: it crosses at -15 s.
    const skewed = fixes.map((fix) => ({ ...fix, time: fix.time - 25_000 }));
    expect(times(course, skewed, { changes: { timedFrom: 'start-line' } })).toEqual([-15, 22, 65]);
  });

  test('at a line is the last crossing of a participant who crosses it while waiting', () => {
    const waiting = track(
      [
        [-10, 0],
        [10, 0],
        [-10, 0],
      ],
      { from: -25 },
    );
    const changes = { timedFrom: 'start-line' } as const;
    expect(run(course, [...waiting, ...fixes], { changes }).start).toBe(T0 + 10_000);
  });

  test('is not the crossing of a road that returns to the start line', () => {
    // Over the start line again after 112 s and 202 s.
    const back = track([
      [-50, 0],
      [250, 0],
      [250, 10],
      [-200, 10],
      [-200, 0],
      [450, 0],
    ]);
    expect(run(course, back, { changes: { timedFrom: 'start-line' } }).start).toBe(T0 + 10_000);
  });

  test('is detected without a start time: a circle when it is left, a line when it is crossed', () => {
    const changes = { startTime: null };
    expect(times(course, fixes, { changes })).toEqual([10, 47, 90]);
    // Leaves the circle of 15 m after 3 s.
    expect(times(circles(STRAIGHT), track(STRAIGHT), { changes })).toEqual([3, 17, 37, 57, 77, 97]);
  });

  test('within the circle of the first control counts for it with the first fix', () => {
    // Waits at 90 m, within the circle of 31, from 20 s before the start until 10 s after it.
    const fixes = [
      ...stay([90, 0], 30, -20),
      ...track(
        [
          [90, 0],
          [500, 0],
        ],
        { from: 10 },
      ),
    ];
    // 32 is entered after 95 m.
    expect(
      times(
        circles([
          [80, 0],
          [100, 0],
          [200, 0],
          [500, 0],
        ]),
        fixes,
      ),
    ).toEqual([0, 0, 29, 89]);
  });

  test('without a start time may be on the line of the laps', () => {
    const line = { name: 'line', ends: gate(0) } as const;
    const turn = { name: 'turn', position: place([200, 0]), radius: 15 };
    const laps = courseOfMarks([line, turn, line, turn, line]);
    // 10 s to the line; the turn after 185, 585 m, the line after 400 and 800 m.
    const run = track([
      [-50, 0],
      [200, 0],
      [0, 0],
      [-10, 0],
      [200, 0],
      [-50, 0],
    ]);
    expect(times(laps, run, { changes: { startTime: null } })).toEqual([10, 47, 90, 131, 174]);
  });

  test('that is unknown leaves passings, but no finish', () => {
    const late = track(STRAIGHT).slice(10);
    expect(times(circles(STRAIGHT), late, { changes: { startTime: null } })).toEqual([
      null,
      17,
      37,
      57,
      77,
      null,
    ]);
  });
});

describe('a road', () => {
  test('gets splits at lines across it, also where it crosses itself', () => {
    // A figure of eight: 400 m east, 200 m north, 200 m west, 400 m south through the first section at 200, 0.
    const line: readonly Place[] = [
      [0, 0],
      [400, 0],
      [400, 200],
      [200, 200],
      [200, -200],
    ];
    const course = courseOfRoute(
      line.map((at) => place(at)),
      { splits: [200, 500, 1_000] },
    );
    const fixes = track([[-20, 0], ...line.slice(1), [200, -220]], { speed: 4 });
    // 20 m more than the distances, and 1,200 m in all. The split of 200 m is at the crossing itself.
    expect(times(course, fixes)).toEqual([5, 55, 130, 255, 305]);
    const { progress } = run(course, fixes, { now: T0 + 105_000 });
    // 420 m after the first fix.
    expect(progress).toBeCloseTo(400, 0);
    // 1,010 m, just after the crossing: not 200 m.
    expect(run(course, fixes, { now: T0 + 257_000 }).progress).toBeGreaterThan(1_000);
  });

  test('does not count a crossing for the laps after it', () => {
    // Three laps of 4 x 200 m, whose times are taken at the start.
    const lap: readonly Place[] = [
      [200, 0],
      [200, 200],
      [0, 200],
      [0, 0],
    ];
    const line: readonly Place[] = [[0, 0], ...lap, ...lap, ...lap];
    const course = courseOfRoute(
      line.map((at) => place(at)),
      { splits: [100, 900, 1_700] },
    );
    const fixes = track([...line, [0, -20]]);
    expect(times(course, fixes)).toEqual([0, 20, 180, 340, 480]);
    // Stops after a lap and walks around the line.
    const around = track(
      Array.from({ length: 20 }, (_, index): Place => [index % 2 === 0 ? 80 : 120, 0]),
      { from: 25, speed: 2 },
    );
    const stopped = [...fixes.slice(0, 22), ...around];
    expect(times(course, stopped, { changes: { window: { from: null, to: LATER } } })).toEqual([
      0,
      20,
      null,
      null,
      null,
    ]);
  });

  test('without splits is finished by somebody who has moved along it', () => {
    const line: readonly Place[] = [
      [0, 0],
      [500, 0],
      [500, 100],
      [0, 100],
      [0, 0],
    ];
    const course = courseOfRoute(
      line.map((at) => place(at)),
      { splits: [] },
    );
    const fixes = track([[-10, 0], ...line.slice(1, -1), [0, -20]]);
    // 10 + 500 + 100 + 500 + 100 m.
    expect(times(course, fixes)).toEqual([2, 242]);
    expect(run(course, fixes.slice(0, 20)).finish).toBeNull();
  });
});

describe('a score course', () => {
  const score: RaceCourse = {
    ...circles([
      [0, 0],
      [100, 0],
      [200, 0],
      [300, 0],
      [0, 100],
    ]),
    type: 'score',
    timeLimit: 60,
  };

  test('takes controls in any order, each once, until the finish', () => {
    // 32, 31, 32 again, finish, 33 after it.
    const fixes = track([
      [0, 0],
      [0, 40],
      [200, 40],
      [200, 0],
      [100, 0],
      [200, 0],
      [0, 100],
      [300, 0],
    ]);
    // 32: 240 + 25 m. 31: 280 + 85 m. Finish: 280 + 200 + 223.6 - 15 m.
    expect(times(score, fixes)).toEqual([0, 73, 53, null, 137.72]);
  });

  test('does not end at the finish before a control', () => {
    const fixes = track([
      [0, 0],
      [0, 100],
      [100, 0],
      [0, 100],
    ]);
    // 100 + 141.4 - 15 m; 100 + 2 x 141.4 - 15 m.
    expect(times(score, fixes)).toEqual([0, 45.28, null, null, 73.57]);
  });

  test('goes on after a finish and a control that do not count until a time', () => {
    // 31, finish, 31 again, 32, finish; 5 m/s.
    const fixes = track([
      [0, 0],
      [100, 0],
      [100, 100],
      [0, 100],
      [100, 100],
      [100, 0],
      [200, 0],
      [200, 100],
      [0, 100],
    ]);
    const [, first, , , finish] = score.points.map(({ id }) => id);
    const notUntil = (point = '', seconds: number): Correction => ({
      ...{ kind: 'no-passing', point, until: T0 + seconds * 1_000 },
    });
    // 100 - 15 m; 300 - 15 m.
    expect(times(score, fixes)).toEqual([0, 17, null, null, 57]);
    // 32: 600 - 15 m. The second finish: 900 - 15 m.
    expect(times(score, fixes, { corrections: [notUntil(finish, 58)] })).toEqual([0, 17, 117, null, 177]);
    // 31 a second time: 500 - 15 m.
    expect(times(score, fixes, { corrections: [notUntil(finish, 58), notUntil(first, 18)] })).toEqual([
      0,
      97,
      117,
      null,
      177,
    ]);
  });
});

describe('corrections', () => {
  const course = circles(STRAIGHT);
  const fixes = track(STRAIGHT);
  const points = course.points.map(({ id }) => id);
  const passing = (index: number, seconds: number): Correction => ({
    kind: 'passing',
    point: points[index] ?? '',
    time: T0 + seconds * 1_000,
  });

  test('set the time of a passing, which wins over detections that contradict it', () => {
    expect(times(course, fixes, { corrections: [passing(2, 40)] })).toEqual([0, 17, 40, 57, 77, 97]);
    // 31 at 40 s: 32 was detected before that.
    expect(times(course, fixes, { corrections: [passing(1, 40)] })).toEqual([0, 40, null, 57, 77, 97]);
  });

  test('set a passing without any fix, as of its time', () => {
    const corrections = [passing(1, 20), passing(5, 200)];
    expect(times(course, [], { corrections })).toEqual([0, 20, null, null, null, 200]);
    expect(times(course, [], { corrections, now: T0 + 100_000 })).toEqual([0, 20, null, null, null, null]);
    expect(run(course, [], { corrections }).passings[1]?.isOfficial).toBe(true);
  });

  test('remove a passing, or the detections until a time', () => {
    const none: Correction = { kind: 'no-passing', point: points[3] ?? '', until: null };
    expect(times(course, fixes, { corrections: [none] })).toEqual([0, 17, 37, null, 77, 97]);
    expect(times(course, fixes, { corrections: [none, passing(3, 58)] })).toEqual([0, 17, 37, 58, 77, 97]);
    // Returns to the finish after 40 s.
    const again = track(
      [
        [500, 0],
        [400, 0],
        [500, 0],
      ],
      { from: 100 },
    );
    const until: Correction = { kind: 'no-passing', point: points[5] ?? '', until: T0 + 100_000 };
    expect(times(course, [...fixes, ...again], { corrections: [until] })[5]).toBe(137);
  });

  test('set the start time', () => {
    const result = run(course, fixes, { corrections: [{ kind: 'start', time: T0 + 25_000 }] });
    expect(result.start).toBe(T0 + 25_000);
    expect(result.passings[0]?.isOfficial).toBe(true);
    // 31 was passed before it.
    expect(result.passings[1]?.time).toBeNull();
    expect(run(course, fixes, { corrections: [passing(0, 5)] }).start).toBe(T0 + 5_000);
    // A finish that was entered before does not give a negative time.
    const late = run(course, fixes, { corrections: [passing(5, 20), { kind: 'start', time: T0 + 25_000 }] });
    expect(late.finish).toBeNull();
  });
});
