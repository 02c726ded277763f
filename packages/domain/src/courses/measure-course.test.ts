import { expect, test } from 'vitest';
import { courseStops } from './course-stops.ts';
import { indexEvent } from './event-index.ts';
import { measureClimb, measureCourse } from './measure-course.ts';
import { at, control, course, event, METRES_PER_DEGREE } from './testing/plan-event.ts';

const CONTROLS = [control('S1', at(0, 0)), control('31', at(300, 0)), control('F1', at(700, 0))];

function plan(bends: readonly (readonly [number, number])[] = []) {
  const straight = course('c', ['S1', '31', 'F1']);
  const legs = [{ id: 'l', from: 'S1', to: '31', bends: bends.map(([x, y]) => at(x, y)), gaps: [] }];
  const index = indexEvent(event({ controls: CONTROLS, courses: [straight], legs }));
  return { index, stops: courseStops(index, straight.controls) };
}

test('adds the legs on the ellipsoid', () => {
  const { index, stops } = plan();
  const { length, legs } = measureCourse(index, stops);
  expect(legs.map((leg) => [leg.from.control.id, leg.to.control.id])).toEqual([
    ['S1', '31'],
    ['31', 'F1'],
  ]);
  // Along the equator the ellipsoid has the radius of `at`.
  expect(legs[0]?.length).toBeCloseTo(300, 3);
  expect(length).toBeCloseTo(700, 3);
});

test('follows the bends of a leg', () => {
  const { index, stops } = plan([[150, 200]]);
  // Two hypotenuses of 150 east and 200 north: 250 on a sphere; a degree of latitude is 0.67 % shorter on the ellipsoid, so
  // 2 x sqrt(150² + (200 x 0.99331)²) = 497.86.
  expect(measureCourse(index, stops).legs[0]?.length).toBeCloseTo(497.86, 1);
});

test('adds the rises along the legs, and ignores noise', () => {
  const { index, stops } = plan();
  const metresEast = (lng: number) => lng * METRES_PER_DEGREE;
  // 1 m per 10 m: 70 m over 700 m.
  expect(measureClimb(index, stops, ([lng]) => 100 + metresEast(lng) / 10)).toBeCloseTo(70, 6);
  expect(measureClimb(index, stops, ([lng]) => 100 - metresEast(lng) / 10)).toBe(0);
  // Up 40 to the control at 300 m, down again: only the rise counts.
  expect(measureClimb(index, stops, ([lng]) => 40 - Math.abs(metresEast(lng) - 300) / 10)).toBeCloseTo(30, 6);
  // Waves of 1 m.
  expect(measureClimb(index, stops, ([lng]) => 100 + (Math.round(metresEast(lng) / 20) % 2))).toBe(0);
});

test('returns null for the climb where an elevation is missing', () => {
  const { index, stops } = plan();
  expect(measureClimb(index, stops, ([lng]) => (lng > 0.004 ? null : 100))).toBeNull();
});
