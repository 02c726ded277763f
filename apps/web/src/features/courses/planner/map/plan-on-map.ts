import { planControls, planCourse, planStops } from '@wakeline/domain/courses/course-plan';
import { courseLegs, courseStops, type LegEnds } from '@wakeline/domain/courses/course-stops';
import { type Course, scalesOf } from '@wakeline/domain/courses/event';
import { type EventIndex, legLine } from '@wakeline/domain/courses/event-index';
import { type NumberedOverprint, overprintSteps, previewOverprint } from '@wakeline/domain/courses/overprint';
import { centerOf, type PaperPlane, paperPlane } from '@wakeline/domain/courses/paper-plane';
import type { CourseVariation } from '@wakeline/domain/courses/variations';
import type { Position } from '@wakeline/domain/fences/fence-shape';

/** What of an event is drawn. */
export interface DisplayedPlan {
  readonly index: EventIndex;
  /** Null: all controls. */
  readonly course: Course | null;
  /** Null: all variations of the course. */
  readonly variation: CourseVariation | null;
}

export interface DrawnPlan {
  readonly displayed: DisplayedPlan;
  readonly overprint: NumberedOverprint;
  /** Controls that the displayed course does not use; null: all controls are displayed. */
  readonly others: NumberedOverprint | null;
  readonly plane: PaperPlane;
  /** The position in the middle of the paper. */
  readonly origin: Position;
  /** Denominators. */
  readonly mapScale: number;
  readonly printScale: number;
  /** Lines of the legs that can be selected. */
  readonly legs: readonly (LegEnds & { readonly line: readonly Position[] })[];
}

/** Degrees between the possible middles of the paper: it stays while controls are moved a little. */
const ORIGIN_STEP = 0.02;

/**
 * Calculates the overprint of a course or of all controls, on paper around the middle of the event, in steps.
 *
 * @param last what was drawn before, from which the next is calculated faster
 */
export function* planOnMap(displayed: DisplayedPlan, last: DrawnPlan | null): Generator<void, DrawnPlan> {
  const { index } = displayed;
  const { event } = index;
  const { plan, others, legs, mapScale, printScale } = plansOf(displayed);
  const [lng, lat] = centerOf(event.controls.map(({ coordinates }) => coordinates));
  const origin: Position = [roundTo(lng, ORIGIN_STEP), roundTo(lat, ORIGIN_STEP)];
  const plane = paperPlane(origin, printScale);
  const scale = { mapScale, printScale, toPaper: plane.toPaper };
  // Most controls are displayed with all controls and, muted, beside each course.
  const [lastAll, lastCourse] =
    last?.others === null ? [last.overprint, null] : [last?.others ?? null, last?.overprint ?? null];
  return {
    displayed,
    overprint: yield* overprintSteps(index, plan, scale, others === null ? lastAll : lastCourse),
    others: others === null ? null : yield* overprintSteps(index, others, scale, lastAll),
    ...{ plane, origin, mapScale, printScale },
    legs: legs.flatMap((leg) => {
      const [from, to] = [index.controls.get(leg.from), index.controls.get(leg.to)];
      return from === undefined || to === undefined ? [] : [{ ...leg, line: legLine(index, from, to) }];
    }),
  };
}

/** What is drawn while some controls, their numbers or their legs are dragged: `displayed` has them where they are now. */
export function previewOnMap(
  displayed: DisplayedPlan,
  drawn: DrawnPlan,
  changed: ReadonlySet<string>,
): DrawnPlan {
  const { index } = displayed;
  const before = drawn.displayed.index;
  const { plan, others } = plansOf(displayed);
  const { mapScale, printScale, plane } = drawn;
  const scale = { mapScale, printScale, toPaper: plane.toPaper };
  return {
    ...drawn,
    overprint: previewOverprint(index, plan, scale, { base: drawn.overprint, before, changed }),
    others:
      others === null || drawn.others === null
        ? null
        : previewOverprint(index, others, scale, { base: drawn.others, before, changed }),
  };
}

/** The plans of what is displayed, and of the controls that it does not use. */
function plansOf({ index, course, variation }: DisplayedPlan) {
  const { event } = index;
  if (course === null) {
    const { mapScale, printScale, controls } = event;
    return { plan: planControls(controls), others: null, legs: [], mapScale, printScale };
  }
  const plan =
    variation === null
      ? planCourse(index, course)
      : planStops(courseStops(index, variation.controls), course);
  const used = new Set(plan.controls.map(({ id }) => id));
  return {
    plan,
    others: planControls(event.controls.filter(({ id }) => !used.has(id))),
    legs: variation === null ? courseLegs(course) : plan.legs,
    ...scalesOf(event, course),
  };
}

function roundTo(value: number, step: number): number {
  return Math.round(value / step) * step;
}
