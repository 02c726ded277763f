import { NamedError } from '@wakeline/contract/errors';
import { planControls, planStops } from '@wakeline/domain/courses/course-plan';
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
import { type Overprint, overprint } from '@wakeline/domain/courses/overprint';
import { centerOf, paperPlane } from '@wakeline/domain/courses/paper-plane';
import { variations } from '@wakeline/domain/courses/variations';
import type { Position } from '@wakeline/domain/fences/fence-shape';
import type { PlanePoint } from '@wakeline/domain/layers/affine';
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

/** The denominator at which a course or all controls are printed. */
export function printScaleOf({ event, course }: Pick<PrintContent, 'event' | 'course'>): number {
  return course === null ? event.printScale : scalesOf(event, course).printScale;
}

/** The middle of all controls; the same for all courses of an event. */
export function printCenterOf({ controls }: CourseEvent): Position {
  return centerOf(controls.map(({ coordinates }) => coordinates));
}

/** From WGS-84 to millimetres on the print. */
type ToPaper = (position: Position) => PlanePoint;

/** North at the top, for prints without a map. */
export function northUp(content: Pick<PrintContent, 'event' | 'course'>): ToPaper {
  return paperPlane(printCenterOf(content.event), printScaleOf(content)).toPaper;
}

/**
 * The maps of a course or of all controls.
 *
 * @throws NamedError `course-variation-unknown` or `course-empty`
 */
export function planPrint(content: PrintContent, toPaper: ToPaper): readonly PrintedMap[] {
  const { event, course } = content;
  const index = indexEvent(event);
  if (course === null) return [planAllControls(index, toPaper)];
  const { list } = variations(course);
  const variation = list.find(({ code }) => content.variation === null || code === content.variation);
  if (variation === undefined) throw new NamedError('course-variation-unknown');
  const stops = courseStops(index, variation.controls);
  if (stops.length === 0) throw new NamedError('course-empty');
  const title = variation.code === '' ? course.name : `${course.name} ${variation.code}`;
  const parts = courseParts(stops);
  const wanted = content.part === null ? parts : parts.slice(content.part - 1, content.part);
  if (wanted.length === 0) throw new NamedError('course-variation-unknown');
  return wanted.map((part) => planPart(index, course, { stops, part, title, toPaper }));
}

interface PlannedPart {
  readonly stops: readonly CourseStop[];
  readonly part: readonly CourseStop[];
  readonly title: string;
  readonly toPaper: ToPaper;
}

function planPart(
  index: EventIndex,
  course: Course,
  { stops, part, title, toPaper }: PlannedPart,
): PrintedMap {
  const scales = scalesOf(index.event, course);
  const isScore = course.type === 'score';
  return {
    overprint: overprint(index, planStops(part, course), { ...scales, toPaper }),
    title,
    length: isScore ? null : measureCourse(index, stops).length,
    climb: course.climb,
    printScale: scales.printScale,
    lines: descriptionLines(part, course.type),
  };
}

function planAllControls(index: EventIndex, toPaper: ToPaper): PrintedMap {
  const { controls, mapScale, printScale, name } = index.event;
  if (controls.length === 0) throw new NamedError('course-empty');
  const stops = courseStops(
    index,
    controls.filter(isPunched).map(({ id }) => newCourseControl(id, id)),
  );
  return {
    overprint: overprint(index, planControls(controls), { mapScale, printScale, toPaper }),
    title: name,
    length: null,
    climb: null,
    printScale,
    lines: descriptionLines(stops, 'score'),
  };
}
