import type { ObjectChange } from '@wakeline/contract/courses/objects';
import { allCourseControls } from '@wakeline/domain/courses/course-controls';
import {
  type Control,
  type Course,
  newControl,
  newCourse,
  newCourseControl,
} from '@wakeline/domain/courses/event';
import type { BenchServer } from './server.ts';

export interface PlannedEventSize {
  readonly controls: number;
  readonly courses: number;
}

/** The middle of the controls, where one of them is. */
export const EVENT_CENTER = [15, 60] as const;
/** Metres between two controls, and metres per degree of latitude. */
const SPACING = 150;
const METRES_PER_DEGREE = 111_412;
/** Controls of a course besides start and finish. */
const VISITS = 25;
const DESCRIPTIONS = ['1.10', '2.4', '1.3', '5.2', '3.7', '4.7'] as const;

/** Stores an event on a server: controls in a grid, courses that each run through a part of them, every fifth with a fork. */
export async function addPlannedEvent({ client }: BenchServer, size: PlannedEventSize): Promise<number> {
  const { eventId } = await client.call('addCourseEvent', { name: 'Bench', mapScale: 15_000 });
  const save = (change: ObjectChange, objectId: string) =>
    client.call('saveCourseObject', { eventId, objectId, baseVersion: null, change });
  const controls = plannedControls(size.controls);
  for (const control of controls) await save({ kind: 'control', value: control }, control.id);
  for (const course of plannedCourses(size.courses, controls))
    await save({ kind: 'course', value: course }, course.id);
  return eventId;
}

function plannedControls(count: number): readonly Control[] {
  const columns = Math.ceil(Math.sqrt(count * 1.3));
  const rows = Math.ceil(count / columns);
  const [lng, lat] = EVENT_CENTER;
  return Array.from({ length: count }, (_, index) => {
    // Whole steps from the center, so that one control is there, a little beside the corners of the grid elsewhere.
    const column = (index % columns) - Math.floor(columns / 2);
    const row = Math.floor(index / columns) - Math.floor(rows / 2);
    const shift = column === 0 && row === 0 ? 0 : 0.25 * Math.sin(index * 12.9898);
    const east = (column + shift) * SPACING;
    const north = (row - shift) * SPACING;
    const kind = index === 0 ? 'start' : index === count - 1 ? 'finish' : 'other';
    const control = newControl(
      `c${index}`,
      [lng + east / (METRES_PER_DEGREE * Math.cos((lat * Math.PI) / 180)), lat + north / METRES_PER_DEGREE],
      kind,
      kind === 'other' ? String(30 + index) : null,
    );
    const D = DESCRIPTIONS[index % DESCRIPTIONS.length] ?? '';
    return kind === 'other' ? { ...control, description: { C: '0.1N', D, F: '1.5', G: '11.1NE' } } : control;
  });
}

function plannedCourses(count: number, controls: readonly Control[]): readonly Course[] {
  const punched = controls.slice(1, -1);
  const [start, finish] = [controls[0], controls.at(-1)];
  if (start === undefined || finish === undefined) throw new Error('an event needs controls');
  return Array.from({ length: count }, (_, index) => {
    const visits = Array.from({ length: VISITS }, (__, visit) => {
      const control = punched[(index * 7 + visit * 11) % punched.length] ?? start;
      return newCourseControl(`k${index}-${visit}`, control.id);
    });
    const forked = visits.map((visit, at) =>
      index % 5 === 4 && at === 3 ? { ...visit, variation: forkAt(index, punched) } : visit,
    );
    const all = [
      newCourseControl(`k${index}-s`, start.id),
      ...forked,
      newCourseControl(`k${index}-f`, finish.id),
    ];
    const course = { ...newCourse(`course${index}`), name: `Course ${index + 1}`, controls: all };
    const ids = new Set([...allCourseControls(all)].map(({ id }) => id));
    if (ids.size < VISITS + 2) throw new Error('course controls need different ids');
    return course;
  });
}

function forkAt(index: number, punched: readonly Control[]) {
  const branches = [1, 2].map((branch) => ({
    id: `b${index}-${branch}`,
    controls: [
      newCourseControl(`k${index}-b${branch}`, punched[(index * 13 + branch) % punched.length]?.id ?? ''),
    ],
  }));
  return { kind: 'fork' as const, branches };
}
