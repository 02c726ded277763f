import { describe, expect, test } from 'vitest';
import { type FrozenCourse, NEW_EVENT } from '../courses/event.ts';
import { at, branch, control, course, METRES_PER_DEGREE, visit } from '../courses/testing/plan-event.ts';
import { checkRaceCourse, type RaceCourseProblem } from './check-race-course.ts';
import { courseOfMarks } from './course-of-marks.ts';
import { courseOfRoute } from './course-of-route.ts';
import { courseOfVersion } from './course-of-version.ts';
import type { RaceCourse, RacePoint } from './race-course.ts';

/** On the equator, where a metre east is the same everywhere: start, controls each 100 m, finish at 400 m. */
const CONTROLS = [
  control('S', at(0, 0)),
  control('31', at(100, 0)),
  control('32', at(200, 0)),
  control('33', at(300, 0)),
  control('F', at(400, 0)),
];

function frozen(changes: Partial<FrozenCourse>): FrozenCourse {
  return { settings: NEW_EVENT, course: course('c', []), controls: CONTROLS, legs: [], ...changes };
}

const summary = (race: RaceCourse | null) =>
  race?.points.map(({ id, code, distance }) => [id, code, Math.round(distance)]);

describe('courses of versions', () => {
  test('have start, controls and finish with their distances', () => {
    const race = courseOfVersion(frozen({ course: course('c', ['S', '31', '33', 'F']) }), null);
    expect(race).toMatchObject({ name: 'New course', type: 'normal', line: null, timeLimit: null });
    expect(race?.points.map(({ kind }) => kind)).toEqual(['start', 'control', 'control', 'finish']);
    expect(race?.points[1]?.detection).toEqual({ kind: 'circle', radius: 15 });
    expect(summary(race)).toEqual([
      ['vS', '', 0],
      ['v31', '31', 100],
      ['v33', '33', 300],
      ['vF', '', 400],
    ]);
    expect(race === null ? null : checkRaceCourse(race)).toBeNull();
  });

  test('leave out crossing points, whose legs and bends count', () => {
    const crossing = control('X', at(100, 300), { special: 'crossing-point', code: null });
    // 31 to 32: by a bend at 100, 300 after the crossing point there, then 300 m south and 100 m west: 300 + 316 m.
    const race = courseOfVersion(
      frozen({
        course: course('c', ['S', '31', 'X', '32', 'F']),
        controls: [...CONTROLS, crossing],
        legs: [{ id: 'l', from: 'S', to: '31', bends: [at(50, 0), at(50, 120), at(50, 0)], gaps: [] }],
      }),
      null,
    );
    expect(race?.points.map(({ controlId }) => controlId)).toEqual(['S', '31', '32', 'F']);
    const [, first, second] = race?.points ?? [];
    // A degree north is 0.67 % shorter than a degree east: 240 m are 238.4 m, 300 m are 298 m.
    expect(first?.distance).toBeCloseTo(100 + 238.4, 1);
    expect((second?.distance ?? 0) - (first?.distance ?? 0)).toBeCloseTo(298 + Math.hypot(100, 298), 0);
  });

  test('take the chosen variation and give each visit of a control a point', () => {
    const loops = visit('31', {
      variation: { kind: 'loop', branches: [branch('a', '32'), branch('b', '33')] },
    });
    const version = frozen({ course: course('c', ['S', loops, 'F'], { name: 'Long' }) });
    const race = courseOfVersion(version, 'BA');
    expect(race?.name).toBe('Long BA');
    expect(summary(race)).toEqual([
      ['vS', '', 0],
      ['v31', '31', 100],
      ['v33', '33', 300],
      ['v31#2', '31', 500],
      ['v32', '32', 600],
      ['v31#3', '31', 700],
      ['vF', '', 1000],
    ]);
    expect(new Set(race?.points.map(({ controlId }) => controlId)).size).toBe(5);
    expect(courseOfVersion(version, 'C')).toBeNull();
  });

  test('are the same with map exchanges', () => {
    const exchange = visit('32', { mapExchange: 'exchange' });
    const point = control('E', at(200, 0), { special: 'map-exchange', code: null });
    const controls = [...CONTROLS, point];
    const race = (visits: Parameters<typeof course>[1]) =>
      courseOfVersion(frozen({ course: course('c', visits), controls }), null);
    expect(race(['S', '31', exchange, '33', 'F'])).toEqual(race(['S', '31', '32', '33', 'F']));
    expect(summary(race(['S', '31', 'E', '33', 'F']))).toEqual(summary(race(['S', '31', '33', 'F'])));
  });

  test('of the type score have points, no distances, and the finish at the end', () => {
    const score = course('c', ['F', visit('32', { points: 20 }), 'S', visit('31', { points: 10 })], {
      type: 'score',
      timeLimit: 3600,
    });
    const race = courseOfVersion(frozen({ course: score }), null, { penaltyPerMinute: 5 });
    expect(race).toMatchObject({ type: 'score', timeLimit: 3600, penaltyPerMinute: 5 });
    expect(race?.points.map(({ code, points, distance }) => [code, points, distance])).toEqual([
      ['', null, 0],
      ['32', 20, 0],
      ['31', 10, 0],
      ['', null, 0],
    ]);
  });
});

describe('courses of routes', () => {
  test('have lines at right angles to the route', () => {
    // 1 km east, then 1 km north.
    const race = courseOfRoute([at(0, 0), at(1000, 0), at(1000, 1000)], { splits: [1500, 500], width: 60 });
    expect(race.points.map(({ code }) => code)).toEqual(['', '500 m', '1.5 km', '']);
    expect(checkRaceCourse(race)).toBeNull();
    const ends = race.points.map(({ detection }) => (detection.kind === 'line' ? detection.ends : []));
    const metres = ends.map((line) => line.map((end) => end.map((axis) => axis * METRES_PER_DEGREE)));
    expect(metres[0]?.[0]?.[0]).toBeCloseTo(0, 3);
    // 30 m north: a degree of latitude at the equator is 110,574.3 m (WGS-84), 0.674 % more degrees.
    expect(metres[0]?.[0]?.[1]).toBeCloseTo(30.202, 2);
    expect(metres[1]?.[1]?.[0]).toBeCloseTo(500, 3);
    expect(metres[1]?.[1]?.[1]).toBeCloseTo(-30.202, 2);
    expect(metres[2]?.map(([east]) => Math.round(east ?? 0))).toEqual([970, 1030]);
    expect(metres[2]?.[0]?.[1]).toBeCloseTo(metres[2]?.[1]?.[1] ?? 0, 3);
  });

  test('continue across the antimeridian', () => {
    const race = courseOfRoute(
      [
        [179.999, 0],
        [-179.999, 0],
      ],
      { splits: [111.32] },
    );
    // 0.002 degrees are 222.6 m.
    expect(race.points.at(-1)?.distance).toBeCloseTo(222.639, 2);
    expect(Math.abs(race.points[1]?.position[0] ?? 0)).toBeCloseTo(180, 6);
    expect(checkRaceCourse(race)).toBeNull();
  });
});

describe('courses of marks', () => {
  test('have circles and gates, and one control for all visits of a mark', () => {
    const buoy = { name: 'A', position: at(1000, 0), radius: 50 };
    const line = { name: 'Line', ends: [at(0, -50), at(0, 50)] } as const;
    const race = courseOfMarks([line, buoy, { name: 'B', position: at(2000, 0), radius: 50 }, buoy, line]);
    expect(race.points.map(({ controlId, kind }) => [controlId, kind])).toEqual([
      ['mark-1', 'start'],
      ['mark-2', 'control'],
      ['mark-3', 'control'],
      ['mark-2', 'control'],
      ['mark-1', 'finish'],
    ]);
    expect(race.points.map(({ distance }) => Math.round(distance))).toEqual([0, 1000, 2000, 3000, 4000]);
    expect(checkRaceCourse(race)).toBeNull();
  });
});

describe('checkRaceCourse', () => {
  const valid = courseOfMarks([
    { name: 'S', ends: [at(0, -20), at(0, 20)] },
    { name: 'A', position: at(500, 0), radius: 15 },
    { name: 'F', position: at(900, 0), radius: 15 },
  ]);
  const [start, mark, finish] = valid.points as [RacePoint, RacePoint, RacePoint];
  const circle = (radius: number) => ({ ...mark, detection: { kind: 'circle', radius } as const });
  const gate = (metres: number) => ({
    ...mark,
    detection: { kind: 'line', ends: [at(0, 0), at(metres, 0)] } as const,
  });
  const route = courseOfRoute([at(0, 0), at(1000, 0)], { splits: [500] });
  const split = (metres: number) => courseOfRoute([at(0, 0), at(1000, 0)], { splits: [metres] });
  const score: RaceCourse = { ...valid, type: 'score' };
  const cases: readonly [RaceCourseProblem, RaceCourse][] = [
    ['no-points', { ...valid, points: [] }],
    ['too-many-points', { ...valid, points: Array.from({ length: 301 }, () => mark) }],
    ['too-many-visits', { ...valid, points: [start, ...Array.from({ length: 101 }, () => mark), finish] }],
    ['no-start', { ...valid, points: [mark, finish] }],
    ['no-finish', { ...valid, points: [start, mark] }],
    ['order', { ...valid, points: [mark, start, finish] }],
    ['order', { ...valid, points: [start, finish, mark] }],
    ['duplicate-point', { ...valid, points: [start, mark, mark, finish] }],
    ['repeated-point', { ...valid, points: [start, mark, { ...mark, id: 'again' }, finish] }],
    ['position', { ...valid, points: [start, { ...mark, position: [0, 91] }, finish] }],
    ['position', { ...valid, points: [start, { ...mark, position: [Number.NaN, 0] }, finish] }],
    ['radius', { ...valid, points: [start, circle(4.9), finish] }],
    ['radius', { ...valid, points: [start, circle(501), finish] }],
    ['radius', { ...valid, points: [start, circle(Number.NaN), finish] }],
    ['line-length', { ...valid, points: [start, gate(1), finish] }],
    ['line-length', { ...valid, points: [start, gate(2001), finish] }],
    ['line', { ...route, line: [at(0, 0), at(0, 0)] }],
    ['position', { ...route, line: [at(0, 0), [0, -91]] }],
    ['split', split(1000.5)],
    ['split', split(-1)],
    ['split', split(0)],
    ['time-limit', { ...valid, timeLimit: 0 }],
    ['penalty', { ...score, penaltyPerMinute: -1 }],
    ['no-score', score],
  ];

  test('accepts a course', () => {
    expect([valid, route].map(checkRaceCourse)).toEqual([null, null]);
    const points = [start, { ...mark, points: 10 }, finish];
    expect(checkRaceCourse({ ...score, points })).toBeNull();
  });

  test.each(cases)('refuses by %s', (problem, course) => {
    expect(checkRaceCourse(course)?.problem).toBe(problem);
  });
});
