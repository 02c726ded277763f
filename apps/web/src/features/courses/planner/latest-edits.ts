import { changeControl, changeCourse, changeVisit } from '@wakeline/domain/courses/edit-controls';
import type { Control, Course, CourseControl, Person } from '@wakeline/domain/courses/event';
import type { Planner } from './planner-store.ts';

/*
 * Changes of objects as they are now. Panels are rendered a little later than the map, so that what they display may be older
 * than the last edit.
 */

export function editCourse(
  { store, run }: Planner,
  id: string,
  change: (course: Course) => Partial<Course>,
): void {
  const course = store.getState().draft.event.courses.find((one) => one.id === id);
  if (course !== undefined) run([changeCourse(course, change(course))]);
}

export function editVisit(
  { store, run }: Planner,
  courseId: string,
  id: string,
  changes: Partial<CourseControl>,
): void {
  const course = store.getState().draft.event.courses.find((one) => one.id === courseId);
  if (course !== undefined) run([changeVisit(course, id, changes)]);
}

export function editControl(
  { store, run }: Planner,
  id: string,
  change: (control: Control) => Partial<Control>,
): void {
  const control = store.getState().draft.event.controls.find((one) => one.id === id);
  if (control !== undefined) run([changeControl(control, change(control))]);
}

/** Null: the person is deleted. */
export function editPerson({ store, run }: Planner, id: string, changes: Partial<Person> | null): void {
  const before = store.getState().draft.event.people.find((one) => one.id === id);
  if (before === undefined) return;
  run([{ kind: 'person', id, before, after: changes === null ? null : { ...before, ...changes } }]);
}
