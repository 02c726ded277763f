import { findCodeOwner } from './codes.ts';
import { allCourseControls } from './course-controls.ts';
import type { Control, Course, CourseEvent, Leg, ObjectKind, Person } from './event.ts';

/** Why an object cannot be stored. */
export type IntegrityProblem =
  | { readonly type: 'duplicate-id'; readonly kind: ObjectKind; readonly id: string }
  | { readonly type: 'duplicate-code'; readonly code: string }
  | { readonly type: 'unknown-control'; readonly control: string }
  | { readonly type: 'unknown-course'; readonly course: string };

/** The objects that references point to. */
export interface KnownObjects {
  hasControl(id: string): boolean;
  hasCourse(id: string): boolean;
}

/** The first problem of an event: equal ids or codes, and references to objects that it does not have. */
export function checkEvent(event: CourseEvent): IntegrityProblem | null {
  const ids = {
    control: new Set<string>(),
    course: new Set<string>(),
    leg: new Set<string>(),
    person: new Set<string>(),
  } as const satisfies Record<ObjectKind, Set<string>>;
  const lists = { control: event.controls, course: event.courses, leg: event.legs, person: event.people };
  for (const [kind, list] of Object.entries(lists) as [ObjectKind, readonly { id: string }[]][]) {
    for (const { id } of list) {
      if (ids[kind].has(id)) return { type: 'duplicate-id', kind, id };
      ids[kind].add(id);
    }
  }
  const codes = new Set<string>();
  for (const { code } of event.controls) {
    if (code === null) continue;
    const normalized = code.trim().toUpperCase();
    if (codes.has(normalized)) return { type: 'duplicate-code', code };
    codes.add(normalized);
  }
  const known: KnownObjects = {
    hasControl: (id) => ids.control.has(id),
    hasCourse: (id) => ids.course.has(id),
  };
  for (const course of event.courses) {
    const problem = checkCourse(course, known);
    if (problem !== null) return problem;
  }
  for (const leg of event.legs) {
    const problem = checkLeg(leg, known);
    if (problem !== null) return problem;
  }
  for (const person of event.people) {
    const problem = checkPerson(person, known);
    if (problem !== null) return problem;
  }
  return null;
}

/** Whether a control may have its code. */
export function checkControl(control: Control, controls: readonly Control[]): IntegrityProblem | null {
  if (control.code === null || findCodeOwner(controls, control) === null) return null;
  return { type: 'duplicate-code', code: control.code };
}

/** Course controls and branches have ids that are unique in the course, and controls that exist. */
export function checkCourse({ controls }: Course, known: KnownObjects): IntegrityProblem | null {
  const [ids, branchIds] = [new Set<string>(), new Set<string>()];
  for (const { id, control, variation } of allCourseControls(controls)) {
    if (!known.hasControl(control)) return { type: 'unknown-control', control };
    if (ids.has(id)) return { type: 'duplicate-id', kind: 'course', id };
    ids.add(id);
    for (const branch of variation?.branches ?? []) {
      if (branchIds.has(branch.id)) return { type: 'duplicate-id', kind: 'course', id: branch.id };
      branchIds.add(branch.id);
    }
  }
  return null;
}

export function checkLeg({ from, to }: Leg, known: KnownObjects): IntegrityProblem | null {
  const unknown = [from, to].find((id) => !known.hasControl(id));
  return unknown === undefined ? null : { type: 'unknown-control', control: unknown };
}

export function checkPerson({ courses }: Person, known: KnownObjects): IntegrityProblem | null {
  const unknown = courses.find((id) => !known.hasCourse(id));
  return unknown === undefined ? null : { type: 'unknown-course', course: unknown };
}
