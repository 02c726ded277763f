import type { Position } from '../../fences/fence-shape.ts';
import {
  type Branch,
  type Control,
  type Course,
  type CourseControl,
  type CourseEvent,
  NEW_EVENT,
  newControl,
  newCourse,
  newCourseControl,
} from '../event.ts';

/** Metres per degree on the equator of WGS-84: 6 378 137 pi / 180. */
export const METRES_PER_DEGREE = 111_319.490793;

/** A position this many metres east and north of 0, 0 as on the equator (true to 0.7 % in the north direction). */
export function at(east: number, north: number): Position {
  return [east / METRES_PER_DEGREE, north / METRES_PER_DEGREE];
}

/** Millimetres at 1:15,000 of the positions of `at`. */
export function toPaper([lng, lat]: Position): { x: number; y: number } {
  return { x: (lng * METRES_PER_DEGREE) / 15, y: (lat * METRES_PER_DEGREE) / 15 };
}

export const PAPER = { mapScale: 15_000, printScale: 15_000, toPaper };

/** A control by its code; `S...` is a start and `F...` a finish. Ids are the codes. */
export function control(code: string, position: Position, changes: Partial<Control> = {}): Control {
  const kind = code.startsWith('S') ? 'start' : code.startsWith('F') ? 'finish' : 'other';
  return { ...newControl(code, position, kind, kind === 'other' ? code : null), ...changes };
}

export function visit(id: string, changes: Partial<CourseControl> = {}): CourseControl {
  return { ...newCourseControl(`v${id}`, id), ...changes };
}

export function branch(id: string, ...controls: readonly string[]): Branch {
  return { id, controls: controls.map((code) => visit(code)) };
}

/** A course that visits controls in order. */
export function course(
  id: string,
  controls: readonly (string | CourseControl)[],
  changes: Partial<Course> = {},
): Course {
  const list = controls.map((each) => (typeof each === 'string' ? visit(each) : each));
  return { ...newCourse(id), controls: list, ...changes };
}

export function event(changes: Partial<CourseEvent>): CourseEvent {
  return { ...NEW_EVENT, controls: [], courses: [], legs: [], people: [], ...changes };
}
