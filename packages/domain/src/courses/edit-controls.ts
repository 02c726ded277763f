import type { Position } from '../fences/fence-shape.ts';
import { nextCode } from './codes.ts';
import { coursesUsing, withoutControl } from './course-controls.ts';
import type { EventEdit, ObjectEdit } from './edits.ts';
import {
  type Control,
  type ControlKind,
  type Course,
  type CourseControl,
  type CourseEvent,
  type Leg,
  newControl,
  newCourseControl,
  type SpecialKind,
} from './event.ts';

/** What is placed on the map. */
export interface PlacedControl {
  readonly id: string;
  readonly kind: ControlKind;
  readonly special: SpecialKind | null;
  readonly coordinates: Position;
}

/** Symbol of a finish without taped route (IOF control descriptions 2018, 14.3). */
const NAVIGATE_TO_FINISH = '14.3';

/** Adds a control with the next free code, or without one if it is not punched. */
export function addControl(
  event: CourseEvent,
  { id, kind, special, coordinates }: PlacedControl,
): ObjectEdit & { readonly kind: 'control' } {
  const isPunched = kind === 'other' && special === null;
  const code = isPunched ? nextCode(event.controls, event.firstCode) : null;
  const control = { ...newControl(id, coordinates, kind, code), special };
  const after = kind === 'finish' ? { ...control, description: { all: NAVIGATE_TO_FINISH } } : control;
  return { kind: 'control', id, before: null, after };
}

/**
 * Deletes a control, removes it from all courses, and deletes the bends and gaps of its legs. In this order, no object ever
 * refers to a control that does not exist.
 */
export function removeControl(event: CourseEvent, id: string): readonly EventEdit[] {
  const control = event.controls.find((one) => one.id === id);
  if (control === undefined) return [];
  return [
    ...coursesUsing(event.courses, id).map((course) =>
      changeCourse(course, { controls: withoutControl(course.controls, id) }),
    ),
    ...event.legs
      .filter(({ from, to }) => from === id || to === id)
      .map((leg) => ({ kind: 'leg' as const, id: leg.id, before: leg, after: null })),
    { kind: 'control', id, before: control, after: null },
  ];
}

export function changeControl(control: Control, changes: Partial<Control>): EventEdit {
  return { kind: 'control', id: control.id, before: control, after: { ...control, ...changes } };
}

export function changeCourse(course: Course, changes: Partial<Course>): EventEdit {
  return { kind: 'course', id: course.id, before: course, after: { ...course, ...changes } };
}

/**
 * Adds a visit of a control to a course: after a course control, or by the usual order at the end, where a finish stays last
 * and a start comes first.
 *
 * @param id of the new course control.
 * @param afterId null: by the usual order.
 */
export function addVisit(
  event: CourseEvent,
  course: Course,
  {
    id,
    control,
    afterId,
  }: { readonly id: string; readonly control: Control; readonly afterId: string | null },
): EventEdit {
  const index = course.controls.findIndex((one) => one.id === afterId);
  const at = index === -1 ? usualPlace(event, course, control) : index + 1;
  return changeCourse(course, {
    controls: course.controls.toSpliced(at, 0, newCourseControl(id, control.id)),
  });
}

function usualPlace(event: CourseEvent, { controls }: Course, { kind }: Control): number {
  if (kind === 'start') return 0;
  const last = controls.at(-1);
  const endsWithFinish = event.controls.some((one) => one.id === last?.control && one.kind === 'finish');
  return endsWithFinish ? controls.length - 1 : controls.length;
}

/** Changes a visit, which may be in a branch. */
export function changeVisit(course: Course, id: string, changes: Partial<CourseControl>): EventEdit {
  return changeCourse(course, { controls: withVisit(course.controls, id, changes) });
}

function withVisit(
  controls: readonly CourseControl[],
  id: string,
  changes: Partial<CourseControl>,
): readonly CourseControl[] {
  return controls.map((visit) => {
    if (visit.id === id) return { ...visit, ...changes };
    const { variation } = visit;
    if (variation === null) return visit;
    const branches = variation.branches.map((branch) => ({
      ...branch,
      controls: withVisit(branch.controls, id, changes),
    }));
    return { ...visit, variation: { ...variation, branches } };
  });
}

/** Removes a visit, with the branches that begin there. */
export function removeVisit(course: Course, id: string): EventEdit {
  return changeCourse(course, { controls: course.controls.filter((one) => one.id !== id) });
}

/** Moves a visit to another place of the running order. */
export function moveVisit(course: Course, id: string, to: number): EventEdit {
  const visit = course.controls.find((one) => one.id === id);
  if (visit === undefined) return changeCourse(course, {});
  const others = course.controls.filter((one) => one.id !== id);
  return changeCourse(course, { controls: others.toSpliced(to, 0, visit) });
}

/** Deletes a course; the people who were assigned to it are not any more. */
export function removeCourse(event: CourseEvent, id: string): readonly EventEdit[] {
  const course = event.courses.find((one) => one.id === id);
  if (course === undefined) return [];
  return [
    ...event.people
      .filter(({ courses }) => courses.includes(id))
      .map((person) => ({
        kind: 'person' as const,
        id: person.id,
        before: person,
        after: { ...person, courses: person.courses.filter((one) => one !== id) },
      })),
    { kind: 'course', id, before: course, after: null },
  ];
}

/**
 * Changes the bends or gaps of the line between two controls. A straight line without gaps is no object.
 *
 * @param ends `id`: of the line if it is new.
 */
export function changeLeg(
  event: CourseEvent,
  ends: Pick<Leg, 'id' | 'from' | 'to'>,
  changes: Partial<Pick<Leg, 'bends' | 'gaps'>>,
): EventEdit | null {
  const before = event.legs.find(({ from, to }) => from === ends.from && to === ends.to) ?? null;
  const after: Leg = { ...(before ?? { ...ends, bends: [], gaps: [] }), ...changes };
  const isStraight = after.bends.length === 0 && after.gaps.length === 0;
  if (isStraight && before === null) return null;
  return { kind: 'leg', id: after.id, before, after: isStraight ? null : after };
}
