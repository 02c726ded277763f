import { expect, test } from 'vitest';
import { checkEvent } from './check-event.ts';
import type { Person } from './event.ts';
import { at, branch, control, course, event, visit } from './testing/plan-event.ts';

const CONTROLS = [control('S1', at(0, 0)), control('31', at(100, 0)), control('F1', at(200, 0))];
const player: Person = { id: 'p', name: 'Li', role: 'PLAYER', phone: '', courses: ['c'] };
const COMPLETE = event({
  controls: CONTROLS,
  courses: [course('c', ['S1', '31', 'F1'])],
  legs: [{ id: 'l', from: 'S1', to: '31', bends: [], gaps: [] }],
  people: [player],
});

test('accepts an event whose references all exist', () => {
  expect(checkEvent(COMPLETE)).toBeNull();
});

test.each([
  [
    'a control id twice',
    { controls: [...CONTROLS, control('31', at(0, 0), { code: '99' })] },
    { type: 'duplicate-id', kind: 'control', id: '31' },
  ],
  [
    'a code twice, in another case',
    {
      controls: [
        ...CONTROLS,
        control('a', at(0, 0), { code: 'x1' }),
        control('b', at(0, 0), { code: 'X1 ' }),
      ],
    },
    { type: 'duplicate-code', code: 'X1 ' },
  ],
  [
    'a course with an unknown control',
    { courses: [course('c', ['S1', 'x'])] },
    { type: 'unknown-control', control: 'x' },
  ],
  [
    'an unknown control in a branch',
    { courses: [course('c', [visit('31', { variation: { kind: 'fork', branches: [branch('a', 'x')] } })])] },
    { type: 'unknown-control', control: 'x' },
  ],
  [
    'a course control id twice',
    { courses: [course('c', [visit('31'), visit('31')])] },
    { type: 'duplicate-id', kind: 'course', id: 'v31' },
  ],
  [
    'a branch id twice',
    {
      courses: [
        course('c', [visit('31', { variation: { kind: 'fork', branches: [branch('a'), branch('a')] } })]),
      ],
    },
    { type: 'duplicate-id', kind: 'course', id: 'a' },
  ],
  [
    'a leg to an unknown control',
    { legs: [{ id: 'l', from: '31', to: 'x', bends: [], gaps: [] }] },
    { type: 'unknown-control', control: 'x' },
  ],
  [
    'a person of an unknown course',
    { people: [{ ...player, courses: ['x'] }] },
    { type: 'unknown-course', course: 'x' },
  ],
])('refuses %s', (_, changes, problem) => {
  expect(checkEvent({ ...COMPLETE, ...changes })).toEqual(problem);
});
