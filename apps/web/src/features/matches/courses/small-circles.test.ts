import { courseOfMarks } from '@wakeline/domain/races/course-of-marks';
import { expect, test } from 'vitest';
import { smallCircles } from './small-circles.ts';

const gate = {
  name: 'gate',
  ends: [
    [120.03, 36],
    [120.031, 36],
  ],
} as const;
const course = courseOfMarks([
  { name: 'pier', position: [120, 36], radius: 15 },
  { name: 'buoy', position: [120.01, 36], radius: 20 },
  { name: 'island', position: [120.02, 36], radius: 30 },
  gate,
]);

test('counts the circles that are too small for the send interval', () => {
  expect(smallCircles(course, 5)).toEqual({ recommended: 15, count: 0 });
  expect(smallCircles(course, 15)).toEqual({ recommended: 30, count: 2 });
  expect(smallCircles(course, 60)).toEqual({ recommended: 50, count: 3 });
});

test('recommends no radius for a course without circles', () => {
  expect(smallCircles(courseOfMarks([gate, gate]), 60)).toBeNull();
});
