import { expect, test } from 'vitest';
import { findCourseHit } from './find-course-hit.ts';

const TARGETS = {
  numbers: [
    { control: '31', visit: null, at: { x: 20, y: -14 }, halfWidth: 8, halfHeight: 5 },
    { control: '32', visit: 'v32', at: { x: 60, y: 0 }, halfWidth: 8, halfHeight: 5 },
  ],
  controls: [
    { id: '31', at: { x: 0, y: 0 }, radius: 10 },
    { id: '32', at: { x: 18, y: 0 }, radius: 10 },
  ],
  legs: [
    {
      from: '31',
      to: '32',
      line: [
        { x: 0, y: 0 },
        { x: 0, y: 100 },
        { x: 18, y: 100 },
      ],
    },
  ],
};

test('hits the nearest control before any leg', () => {
  expect(findCourseHit(TARGETS, { x: 8, y: 0 }, 4)).toMatchObject({ kind: 'control', id: '31' });
  expect(findCourseHit(TARGETS, { x: 10, y: 0 }, 4)).toMatchObject({ kind: 'control', id: '32' });
  // 12 pixels from the center: within the radius of 10 and the tolerance of 4.
  expect(findCourseHit(TARGETS, { x: 0, y: 12 }, 4)).toMatchObject({ kind: 'control', id: '31' });
});

test('hits a leg with the segment between two of its bends', () => {
  expect(findCourseHit(TARGETS, { x: 3, y: 50 }, 4)).toMatchObject({ kind: 'leg', segment: 0 });
  expect(findCourseHit(TARGETS, { x: 9, y: 104 }, 4)).toMatchObject({ from: '31', to: '32', segment: 1 });
});

test('hits a number before a control that is as near, and reports its center', () => {
  // 10 pixels above the center of control 32 and inside the number of control 31.
  expect(findCourseHit(TARGETS, { x: 18, y: -10 }, 4)).toEqual({
    ...{ kind: 'number', control: '31', visit: null },
    at: { x: 20, y: -14 },
  });
  // 3 pixels beside a number, which the tolerance of 4 includes.
  expect(findCourseHit(TARGETS, { x: 60, y: 8 }, 4)).toMatchObject({ kind: 'number', visit: 'v32' });
  expect(findCourseHit(TARGETS, { x: 60, y: 10 }, 4)).toBeNull();
});

test('hits a bend of a leg', () => {
  expect(findCourseHit(TARGETS, { x: 2, y: 97 }, 4)).toMatchObject({
    kind: 'leg',
    bend: 0,
    at: { x: 0, y: 100 },
  });
  expect(findCourseHit(TARGETS, { x: 1, y: 50 }, 4)).toMatchObject({
    kind: 'leg',
    bend: null,
    at: { x: 1, y: 50 },
  });
});

test('hits nothing farther away than the tolerance', () => {
  expect(findCourseHit(TARGETS, { x: 5, y: 50 }, 4)).toBeNull();
  expect(findCourseHit(TARGETS, { x: -15, y: 0 }, 4)).toBeNull();
  expect(findCourseHit({ controls: [], numbers: [], legs: [] }, { x: 0, y: 0 }, 4)).toBeNull();
});
