import { expect, test } from 'vitest';
import { findCodeOwner, nextCode } from './codes.ts';
import { newCourse } from './event.ts';
import { at, control } from './testing/plan-event.ts';

test('takes the smallest free code from the first one on', () => {
  expect(nextCode([], 31)).toBe('31');
  expect(nextCode([{ code: '31' }, { code: '33' }, { code: null }], 31)).toBe('32');
  expect(nextCode([{ code: '31' }], 101)).toBe('101');
});

test('finds the other control with a code, ignoring case and spaces', () => {
  const controls = [control('GO1', at(0, 0)), control('31', at(0, 0))];
  expect(findCodeOwner(controls, { id: 'new', code: ' go1 ' })?.id).toBe('GO1');
  expect(findCodeOwner(controls, { id: '31', code: '31' })).toBeNull();
  expect(findCodeOwner(controls, { id: 'new', code: null })).toBeNull();
});

test('a new course has the defaults of the specification', () => {
  expect(newCourse('c')).toMatchObject({
    name: 'New course',
    type: 'normal',
    length: 10_000,
    labels: 'sequence',
  });
  expect(newCourse('c', 'score').labels).toBe('score');
});
