import { expect, test } from 'vitest';
import { courseOfChosenMarks, type NamedPoint, problemOf } from './course-source.ts';

const POINTS = new Map<number, NamedPoint>([
  [1, { name: 'Pier', position: [120, 36] }],
  [2, { name: 'Boat', position: [120.001, 36] }],
  [3, { name: 'Island', position: [120.05, 36] }],
]);
const mark = (labelPointId: number, gateLabelPointId: number | null = null, radius = 50) => ({
  ...{ labelPointId, gateLabelPointId, radius },
});

test('a gate between two points is a line, other marks are circles', () => {
  const course = courseOfChosenMarks([mark(1, 2), mark(3, null, 80), mark(1, 2)], POINTS);
  expect(course?.points.map(({ kind, detection }) => [kind, detection.kind])).toEqual([
    ['start', 'line'],
    ['control', 'circle'],
    ['finish', 'line'],
  ]);
  expect(course?.points[1]?.detection).toEqual({ kind: 'circle', radius: 80 });
  if (course === null) throw new Error('a course is expected');
  expect(problemOf(course)).toBeNull();
});

test('one mark is no course, and neither is one with a point that does not exist', () => {
  expect(courseOfChosenMarks([mark(1)], POINTS)).toBeNull();
  expect(courseOfChosenMarks([mark(1), mark(9)], POINTS)).toBeNull();
});

test.each([
  ['a gate of 5 km', [mark(1, 3), mark(2)], { problem: 'line-length', index: 0 }],
  ['a point twice in a row', [mark(1), mark(2), mark(2), mark(3)], { problem: 'repeated-point', index: 2 }],
  [
    'a point that is visited 101 times',
    [...Array.from({ length: 101 }, () => [mark(1), mark(2)]).flat(), mark(3)],
    { problem: 'too-many-visits', index: 0 },
  ],
] as const)('names what is wrong, and where: %s', (_name, marks, problem) => {
  const course = courseOfChosenMarks(marks, POINTS);
  if (course === null) throw new Error('a course is expected');
  expect(problemOf(course)).toEqual(problem);
});

test('names the last one of two points with the same id', () => {
  const course = courseOfChosenMarks([mark(1), mark(2), mark(3)], POINTS);
  if (course === null) throw new Error('a course is expected');
  const points = course.points.map((point) => ({
    ...point,
    id: point.kind === 'finish' ? 'mark-2' : point.id,
  }));
  expect(problemOf({ ...course, points })).toEqual({ problem: 'duplicate-point', index: 2 });
});
