import { courseLegs, courseStops, type LegEnds } from '@wakeline/domain/courses/course-stops';
import { type Course, scalesOf } from '@wakeline/domain/courses/event';
import { type EventIndex, legLine } from '@wakeline/domain/courses/event-index';
import {
  type Overprint,
  overprint,
  planControls,
  planCourse,
  planStops,
} from '@wakeline/domain/courses/overprint';
import { centerOf, type PaperPlane, paperPlane } from '@wakeline/domain/courses/paper-plane';
import type { CourseVariation } from '@wakeline/domain/courses/variations';
import type { Position } from '@wakeline/domain/fences/fence-shape';

/** What of an event is drawn. */
export interface DisplayedPlan {
  /** Null: all controls. */
  readonly course: Course | null;
  /** Null: all variations of the course. */
  readonly variation: CourseVariation | null;
}

export interface DrawnPlan {
  readonly overprint: Overprint;
  /** Controls that the displayed course does not use; null: all controls are displayed. */
  readonly others: Overprint | null;
  readonly plane: PaperPlane;
  /** Denominator of the print scale. */
  readonly printScale: number;
  /** Lines of the legs that can be selected. */
  readonly legs: readonly (LegEnds & { readonly line: readonly Position[] })[];
}

/** The overprint of a course or of all controls, on paper around the middle of the event. */
export function planOnMap(index: EventIndex, { course, variation }: DisplayedPlan): DrawnPlan {
  const { event } = index;
  const { mapScale, printScale } =
    course === null ? { mapScale: event.mapScale, printScale: event.printScale } : scalesOf(event, course);
  const plane = paperPlane(centerOf(event.controls.map(({ coordinates }) => coordinates)), printScale);
  const scale = { mapScale, printScale, toPaper: plane.toPaper };
  if (course === null)
    return {
      overprint: overprint(index, planControls(event.controls), scale),
      others: null,
      plane,
      printScale,
      legs: [],
    };
  const plan =
    variation === null
      ? planCourse(index, course)
      : planStops(courseStops(index, variation.controls), course);
  const used = new Set(plan.controls.map(({ id }) => id));
  const others = event.controls.filter(({ id }) => !used.has(id));
  const ends = variation === null ? courseLegs(course) : plan.legs;
  return {
    overprint: overprint(index, plan, scale),
    others: overprint(index, planControls(others), scale),
    plane,
    printScale,
    legs: ends.flatMap((leg) => {
      const [from, to] = [index.controls.get(leg.from), index.controls.get(leg.to)];
      return from === undefined || to === undefined ? [] : [{ ...leg, line: legLine(index, from, to) }];
    }),
  };
}
