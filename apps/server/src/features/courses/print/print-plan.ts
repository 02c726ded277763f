import { NamedError } from '@wakeline/contract/errors';
import { type CourseStop, courseParts, courseStops } from '@wakeline/domain/courses/course-stops';
import { type DescriptionLine, descriptionLines } from '@wakeline/domain/courses/descriptions';
import {
  type Course,
  type CourseEvent,
  isPunched,
  newCourseControl,
  scalesOf,
} from '@wakeline/domain/courses/event';
import { type EventIndex, indexEvent } from '@wakeline/domain/courses/event-index';
import { measureCourse } from '@wakeline/domain/courses/measure-course';
import { type Overprint, overprint, planControls, planStops } from '@wakeline/domain/courses/overprint';
import { centerOf, paperPlane } from '@wakeline/domain/courses/paper-plane';
import { variations } from '@wakeline/domain/courses/variations';
import type { PrintContent } from './print-content.ts';

/** One map to print: its overprint in millimetres, and its control descriptions. */
export interface PrintedMap {
  readonly overprint: Overprint;
  readonly title: string;
  /** Metres; null for a score course and all controls. */
  readonly length: number | null;
  readonly climb: number | null;
  /** Denominator. */
  readonly printScale: number;
  readonly lines: readonly DescriptionLine[];
}

/**
 * The maps of a course or of all controls.
 *
 * @throws NamedError `course-variation-unknown` or `course-empty`
 */
export function planPrint(content: PrintContent): readonly PrintedMap[] {
  const { event, course } = content;
  const index = indexEvent(event);
  if (course === null) return [planAllControls(index)];
  const { list } = variations(course);
  const variation = list.find(({ code }) => content.variation === null || code === content.variation);
  if (variation === undefined) throw new NamedError('course-variation-unknown');
  const stops = courseStops(index, variation.controls);
  if (stops.length === 0) throw new NamedError('course-empty');
  const title = variation.code === '' ? course.name : `${course.name} ${variation.code}`;
  const parts = courseParts(stops);
  const wanted = content.part === null ? parts : parts.slice(content.part - 1, content.part);
  if (wanted.length === 0) throw new NamedError('course-variation-unknown');
  return wanted.map((part) => planPart(index, course, { stops, part, title }));
}

function planPart(
  index: EventIndex,
  course: Course,
  { stops, part, title }: { stops: readonly CourseStop[]; part: readonly CourseStop[]; title: string },
): PrintedMap {
  const scales = scalesOf(index.event, course);
  const isScore = course.type === 'score';
  return {
    overprint: overprint(index, planStops(part, course), {
      ...scales,
      toPaper: paperOf(index.event, scales.printScale),
    }),
    title,
    length: isScore ? null : measureCourse(index, stops).length,
    climb: course.climb,
    printScale: scales.printScale,
    lines: descriptionLines(part, course.type),
  };
}

function planAllControls(index: EventIndex): PrintedMap {
  const { controls, mapScale, printScale, name } = index.event;
  if (controls.length === 0) throw new NamedError('course-empty');
  const stops = courseStops(
    index,
    controls.filter(isPunched).map(({ id }) => newCourseControl(id, id)),
  );
  return {
    overprint: overprint(index, planControls(controls), {
      mapScale,
      printScale,
      toPaper: paperOf(index.event, printScale),
    }),
    title: name,
    length: null,
    climb: null,
    printScale,
    lines: descriptionLines(stops, 'score'),
  };
}

/** North at the top; the same for all courses of an event. */
function paperOf({ controls }: CourseEvent, printScale: number) {
  return paperPlane(centerOf(controls.map(({ coordinates }) => coordinates)), printScale).toPaper;
}
