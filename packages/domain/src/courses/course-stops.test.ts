import { expect, test } from 'vitest';
import { allCourseControls, coursesUsing, withoutControl } from './course-controls.ts';
import { courseLegs, courseParts, courseStops } from './course-stops.ts';
import { indexEvent } from './event-index.ts';
import { at, branch, control, course, event, visit } from './testing/plan-event.ts';

const CONTROLS = ['S1', '31', '32', '33', '34', 'F1'].map((code, index) => control(code, at(index * 100, 0)));
const EXCHANGE = { ...control('X', at(0, 50)), code: null, special: 'map-exchange' as const };

test('numbers punched controls only, and counts a control again when it is visited again', () => {
  const butterfly = course('c', ['S1', '31', 'X', '32', '31', 'F1']);
  const index = indexEvent(event({ controls: [...CONTROLS, EXCHANGE], courses: [butterfly] }));
  const stops = courseStops(index, butterfly.controls);
  expect(stops.map((stop) => [stop.control.id, stop.number])).toEqual([
    ['S1', null],
    ['31', 1],
    ['X', null],
    ['32', 2],
    ['31', 3],
    ['F1', null],
  ]);
});

test('leaves out a course control without control', () => {
  const broken = course('c', ['S1', 'gone', '32']);
  const index = indexEvent(event({ controls: CONTROLS, courses: [broken] }));
  expect(courseStops(index, broken.controls).map((stop) => [stop.control.id, stop.number])).toEqual([
    ['S1', null],
    ['32', 1],
  ]);
});

test('splits a course at map exchanges, where one part ends and the next begins', () => {
  const exchanged = course('c', ['S1', '31', visit('32', { mapExchange: 'flip' }), '33', 'X', '34', 'F1']);
  const index = indexEvent(event({ controls: [...CONTROLS, EXCHANGE], courses: [exchanged] }));
  const parts = courseParts(courseStops(index, exchanged.controls));
  expect(parts.map((part) => part.map((stop) => stop.control.id))).toEqual([
    ['S1', '31', '32'],
    ['32', '33', 'X'],
    ['X', '34', 'F1'],
  ]);
});

test('collects the legs of all branches', () => {
  const forked = course('c', [
    'S1',
    visit('31', { variation: { kind: 'fork', branches: [branch('a', '32'), branch('b')] } }),
    visit('33', { variation: { kind: 'loop', branches: [branch('c', '34'), branch('d', '32')] } }),
    'F1',
  ]);
  expect(courseLegs(forked).map(({ from, to }) => `${from}-${to}`)).toEqual([
    'S1-31',
    '31-32',
    '32-33',
    '31-33',
    '33-34',
    '34-33',
    '33-32',
    '33-F1',
  ]);
  expect(courseLegs({ ...forked, type: 'score' })).toEqual([]);
});

test('a fork at the end of a branch leads to the control after the branch', () => {
  const inner = visit('32', { variation: { kind: 'fork', branches: [branch('c', '34'), branch('d')] } });
  const outer = visit('31', {
    variation: { kind: 'fork', branches: [{ id: 'a', controls: [inner] }, branch('b', '33')] },
  });
  expect(courseLegs(course('c', [outer, 'F1'])).map(({ from, to }) => `${from}-${to}`)).toEqual([
    '31-32',
    '32-34',
    '34-F1',
    '32-F1',
    '31-33',
    '33-F1',
  ]);
});

test('finds the courses that use a control, also inside branches, and removes it everywhere', () => {
  const plain = course('p', ['S1', '31', 'F1']);
  const forked = course('f', [
    'S1',
    visit('33', { variation: { kind: 'fork', branches: [branch('a', '31', '32'), branch('b', '34')] } }),
  ]);
  expect(coursesUsing([plain, forked], '31').map(({ id }) => id)).toEqual(['p', 'f']);
  expect(coursesUsing([plain, forked], '32').map(({ id }) => id)).toEqual(['f']);
  const controls = [...allCourseControls(withoutControl(forked.controls, '31'))].map((each) => each.control);
  expect(controls).toEqual(['S1', '33', '32', '34']);
  // A control that a course does not have leaves the course as it is.
  expect(withoutControl(plain.controls, '99')).toEqual(plain.controls);
});
