import { describe, expect, test } from 'vitest';
import {
  addControl,
  addVisit,
  changeControl,
  changeLeg,
  moveVisit,
  removeControl,
  removeCourse,
  removeVisit,
} from './edit-controls.ts';
import { applyEdits, type EventEdit, invertEdits, settingsOf } from './edits.ts';
import type { CourseEvent } from './event.ts';
import { at, branch, control, course, event, visit } from './testing/plan-event.ts';

const EVENT = event({
  controls: [
    control('S1', at(0, 0)),
    control('31', at(100, 0)),
    control('33', at(200, 0)),
    control('F1', at(300, 0)),
  ],
  courses: [course('A', ['S1', '31', '33', 'F1']), course('B', ['S1', '33', 'F1'])],
  legs: [{ id: 'L', from: '31', to: '33', bends: [at(150, 20)], gaps: [] }],
  people: [{ id: 'P', name: 'Ada', role: 'PLAYER', phone: '', courses: ['A', 'B'] }],
});

/** Applies edits, and checks that their inversion restores the event but for the order of its lists. */
function apply(edits: readonly EventEdit[], before: CourseEvent = EVENT): CourseEvent {
  const after = applyEdits(before, edits);
  const restored = applyEdits(after, invertEdits(edits));
  for (const list of ['controls', 'courses', 'legs', 'people'] as const)
    expect(new Set<unknown>(restored[list])).toEqual(new Set<unknown>(before[list]));
  expect(settingsOf(restored)).toEqual(settingsOf(before));
  return after;
}

/** The controls of a course of an event. */
function visitsOf({ courses }: CourseEvent, id = 'A'): readonly string[] {
  return courses.find((one) => one.id === id)?.controls.map((one) => one.control) ?? [];
}

describe('a new control', () => {
  const place = { id: 'new', special: null, coordinates: at(50, 50) };

  test('has the first free code', () => {
    const { controls } = apply([addControl(EVENT, { ...place, kind: 'other' })]);
    expect(controls.at(-1)).toMatchObject({ id: 'new', code: '32', coordinates: at(50, 50) });
  });

  test('is described as a finish without tapes', () => {
    expect(addControl(EVENT, { ...place, kind: 'finish' }).after?.description).toEqual({ all: '14.3' });
  });

  test('has no code as a start, a finish or a crossing point', () => {
    for (const kind of ['start', 'finish'] as const)
      expect(addControl(EVENT, { ...place, kind }).after?.code).toBeNull();
    const crossing = addControl(EVENT, { ...place, kind: 'other', special: 'crossing-point' });
    expect(crossing.after).toMatchObject({ code: null, special: 'crossing-point' });
  });
});

test('changes a control in its place', () => {
  const [, second] = EVENT.controls;
  if (second === undefined) throw new Error('no control');
  const { controls } = apply([changeControl(second, { code: '77' })]);
  expect(controls.map(({ code }) => code)).toEqual([null, '77', '33', null]);
});

describe('deleting a control', () => {
  test('removes it from its courses and deletes its lines, before the control itself', () => {
    const edits = removeControl(EVENT, '33');
    expect(edits.map(({ kind }) => kind)).toEqual(['course', 'course', 'leg', 'control']);
    const after = apply(edits);
    expect([visitsOf(after, 'A'), visitsOf(after, 'B')]).toEqual([
      ['S1', '31', 'F1'],
      ['S1', 'F1'],
    ]);
    expect(after.legs).toEqual([]);
    expect(after.controls.map(({ id }) => id)).toEqual(['S1', '31', 'F1']);
  });

  test('removes it from branches', () => {
    const fork = visit('31', { variation: { kind: 'fork', branches: [branch('x', '33'), branch('y')] } });
    const forked = event({ ...EVENT, courses: [course('A', ['S1', fork, 'F1'])] });
    const [first] = apply(removeControl(forked, '33'), forked).courses;
    expect(first?.controls[1]?.variation?.branches.map(({ controls }) => controls)).toEqual([[], []]);
  });

  test('does nothing without the control', () => {
    expect(removeControl(EVENT, 'gone')).toEqual([]);
  });
});

describe('a visit', () => {
  const [start, first, , finish] = EVENT.controls;
  const [courseA] = EVENT.courses;
  if (start === undefined || first === undefined || finish === undefined || courseA === undefined)
    throw new Error('incomplete event');

  test('is added before the finish, at the start for a start, and after a chosen visit', () => {
    const add = (added: typeof first, afterId: string | null) =>
      visitsOf(apply([addVisit(EVENT, courseA, { id: 'n', control: added, afterId })]));
    expect(add(first, null)).toEqual(['S1', '31', '33', '31', 'F1']);
    expect(add(start, null)).toEqual(['S1', 'S1', '31', '33', 'F1']);
    expect(add(finish, null)).toEqual(['S1', '31', '33', 'F1', 'F1']);
    expect(add(first, 'vS1')).toEqual(['S1', '31', '31', '33', 'F1']);
  });

  test('is removed without the other visits of the control', () => {
    const loop = course('A', ['S1', visit('31', { id: 'first' }), '33', visit('31', { id: 'second' }), 'F1']);
    const before = event({ ...EVENT, courses: [loop] });
    expect(visitsOf(apply([removeVisit(loop, 'second')], before))).toEqual(['S1', '31', '33', 'F1']);
  });

  test('moves to another place', () => {
    expect(visitsOf(apply([moveVisit(courseA, 'v33', 1)]))).toEqual(['S1', '33', '31', 'F1']);
    expect(visitsOf(apply([moveVisit(courseA, 'v31', 2)]))).toEqual(['S1', '33', '31', 'F1']);
  });
});

test('deletes a course, which is taken from its people first', () => {
  const edits = removeCourse(EVENT, 'A');
  expect(edits.map(({ kind }) => kind)).toEqual(['person', 'course']);
  const after = apply(edits);
  expect(after.courses.map(({ id }) => id)).toEqual(['B']);
  expect(after.people[0]?.courses).toEqual(['B']);
});

describe('the line between two controls', () => {
  const change = (
    ends: { readonly id: string; readonly from: string; readonly to: string },
    changes: Parameters<typeof changeLeg>[2],
  ) => {
    const edit = changeLeg(EVENT, ends, changes);
    return edit === null ? null : apply([edit]).legs;
  };

  test('is an object while it is bent or has gaps', () => {
    const ends = { id: 'N', from: 'S1', to: '31' };
    expect(change(ends, { bends: [at(50, 9)] })).toContainEqual({ ...ends, bends: [at(50, 9)], gaps: [] });
    expect(change(ends, { gaps: [{ start: 3, length: 2 }] })).toHaveLength(2);
    expect(change(ends, { bends: [] })).toBeNull();
  });

  test('keeps its id, and is deleted when it becomes straight', () => {
    const ends = { id: 'N', from: '31', to: '33' };
    expect(change(ends, { gaps: [{ start: 3, length: 2 }] })).toEqual([
      { id: 'L', from: '31', to: '33', bends: [at(150, 20)], gaps: [{ start: 3, length: 2 }] },
    ]);
    expect(change(ends, { bends: [] })).toEqual([]);
  });

  test('has a direction', () => {
    expect(change({ id: 'N', from: '33', to: '31' }, { bends: [at(1, 1)] })).toHaveLength(2);
  });
});

test('changes settings and restores them', () => {
  const before = settingsOf(EVENT);
  const after = apply([{ kind: 'settings', before, after: { ...before, name: 'Spring', mapScale: 10_000 } }]);
  expect(after).toMatchObject({ name: 'Spring', mapScale: 10_000 });
  expect(after.controls).toBe(EVENT.controls);
});
