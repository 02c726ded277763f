import { expect, test } from 'vitest';
import { addBend, cutCircle, cutLeg, moveBend, numberOffset, placeNumber } from './edit-symbols.ts';
import { applyEdits, type EventEdit } from './edits.ts';
import type { CourseEvent } from './event.ts';
import { at, control, course, event, visit } from './testing/plan-event.ts';

/** 150 m are 10 mm at 1:15,000. */
const PLAN = event({
  controls: [control('31', at(0, 0)), control('32', at(1_500, 0))],
  courses: [
    course('long', [
      visit('31', { variation: { kind: 'fork', branches: [{ id: 'b', controls: [visit('32')] }] } }),
    ]),
  ],
});
const ENDS = { id: 'leg', from: '31', to: '32' };

function apply(edit: EventEdit | null, to: CourseEvent = PLAN): CourseEvent {
  if (edit === null) throw new Error('no edit');
  return applyEdits(to, [edit]);
}

test('the offset of a number is millimetres on the paper of the map', () => {
  const offset = numberOffset(PLAN, { control: '31', visit: null }, at(75, 30));
  expect(offset?.x).toBeCloseTo(5, 2);
  // The plane is on the ellipsoid: a degree of latitude at the equator has 110,574 m instead of 111,319.
  expect(offset?.y).toBeCloseTo(2 * (110_574 / 111_319), 2);
  const scaled = apply({
    ...{ kind: 'course', id: 'long', before: null },
    after: { ...course('long', ['31']), mapScale: 7_500 },
  });
  const inCourse = { control: '31', visit: { course: 'long', id: 'v31' } };
  expect(numberOffset(scaled, inCourse, at(75, 0))?.x).toBeCloseTo(10, 2);
  expect(numberOffset(PLAN, { control: '99', visit: null }, at(0, 0))).toBeNull();
});

test('places the number of a control, of a visit, and of a visit in a branch', () => {
  const place = { x: 5, y: 2 };
  const own = apply(placeNumber(PLAN, { control: '31', visit: null }, place));
  expect(own.controls[0]?.numberLocation).toEqual(place);
  const inCourse = (id: string) => ({ control: '31', visit: { course: 'long', id } });
  const visited = apply(placeNumber(PLAN, inCourse('v31'), place));
  expect(visited.courses[0]?.controls[0]?.numberLocation).toEqual(place);
  expect(visited.controls).toEqual(PLAN.controls);
  const branched = apply(placeNumber(PLAN, inCourse('v32'), place));
  const [fork] = branched.courses[0]?.controls ?? [];
  expect(fork?.numberLocation).toBeNull();
  expect(fork?.variation?.branches[0]?.controls[0]?.numberLocation).toEqual(place);
  expect(apply(placeNumber(visited, inCourse('v31'), null), visited)).toEqual(PLAN);
});

test('does not place the number of a control or course that does not exist', () => {
  expect(placeNumber(PLAN, { control: '99', visit: null }, null)).toBeNull();
  expect(placeNumber(PLAN, { control: '31', visit: { course: 'short', id: 'v31' } }, null)).toBeNull();
});

test('adds, moves and removes bends', () => {
  const one = apply(addBend(PLAN, ENDS, 0, at(500, 100)));
  const two = apply(addBend(one, { ...ENDS, id: 'other' }, 1, at(1_000, 100)), one);
  expect(two.legs).toEqual([{ ...ENDS, gaps: [], bends: [at(500, 100), at(1_000, 100)] }]);
  const moved = apply(moveBend(two, ENDS, 0, at(600, 0)), two);
  expect(moved.legs[0]?.bends).toEqual([at(600, 0), at(1_000, 100)]);
  const fewer = apply(moveBend(moved, ENDS, 1, null), moved);
  expect(fewer.legs[0]?.bends).toEqual([at(600, 0)]);
  // A straight line is no object.
  expect(apply(moveBend(fewer, ENDS, 0, null), fewer).legs).toEqual([]);
  expect(moveBend(PLAN, ENDS, 0, at(0, 0))).toBeNull();
});

test('cuts a line by 2 mm around a click, and from where a drag begins to where it ends', () => {
  const clicked = apply(cutLeg(PLAN, ENDS, [at(600, 30), at(600, 30)])).legs[0]?.gaps;
  // 600 m are 40 mm.
  expect(clicked?.[0]?.start).toBeCloseTo(39, 3);
  expect(clicked?.[0]?.length).toBe(2);
  const dragged = apply(cutLeg(PLAN, ENDS, [at(900, 0), at(600, 0)])).legs[0]?.gaps;
  expect(dragged?.[0]?.start).toBeCloseTo(40, 3);
  expect(dragged?.[0]?.length).toBeCloseTo(20, 3);
  expect(apply(cutLeg(PLAN, ENDS, [at(3, 0), at(3, 0)])).legs[0]?.gaps[0]?.start).toBe(0);
  expect(cutLeg(PLAN, { ...ENDS, to: '99' }, [at(0, 0), at(0, 0)])).toBeNull();
});

test('cuts a circle by 2 mm around a click, and on the shorter way of a drag', () => {
  const [first] = PLAN.controls;
  if (first === undefined) throw new Error('no control');
  const gapsOf = (from: [number, number], to: [number, number]) => {
    const edit = cutCircle(PLAN, first, [at(...from), at(...to)]);
    return edit.kind === 'control' ? edit.after?.circleGaps : undefined;
  };
  // 2 mm of 15.708 mm around are 45.8 degrees.
  expect(gapsOf([0, 30], [0, 30])).toEqual([{ from: 67, to: 113 }]);
  expect(gapsOf([30, 0], [0, 30])).toEqual([{ from: 0, to: 90 }]);
  expect(gapsOf([0, 30], [30, 0])).toEqual([{ from: 0, to: 90 }]);
  // Across 0 degrees.
  expect(gapsOf([0, -30], [0.5, 30])?.[0]?.from).toBe(270);
  expect(gapsOf([0, -30], [0.5, 30])?.[0]?.to).toBe(449);
});
