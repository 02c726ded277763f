import { allCourseControls } from './course-controls.ts';
import { type Control, type Course, type CourseControl, isPunched } from './event.ts';
import type { EventIndex } from './event-index.ts';

/** A visit of a control in the running order of a variation. */
export interface CourseStop {
  readonly courseControl: CourseControl;
  readonly control: Control;
  /** The number of the control, from 1; null for starts, finishes and special points. */
  readonly number: number | null;
}

/** The visits of a sequence of course controls. Course controls whose control does not exist are left out. */
export function courseStops(index: EventIndex, controls: readonly CourseControl[]): readonly CourseStop[] {
  let number = 0;
  return controls.flatMap((courseControl): readonly CourseStop[] => {
    const control = index.controls.get(courseControl.control);
    if (control === undefined) return [];
    if (!isPunched(control)) return [{ courseControl, control, number: null }];
    number += 1;
    return [{ courseControl, control, number }];
  });
}

/** The maps of a course: it is split at each map exchange, which ends one part and begins the next. */
export function courseParts(stops: readonly CourseStop[]): readonly (readonly CourseStop[])[] {
  const parts: CourseStop[][] = [[]];
  for (const [index, stop] of stops.entries()) {
    parts.at(-1)?.push(stop);
    const isExchange = stop.courseControl.mapExchange !== null || stop.control.special === 'map-exchange';
    if (isExchange && index > 0 && index < stops.length - 1) parts.push([stop]);
  }
  return parts;
}

/** A leg of a course as the ids of its controls. */
export interface LegEnds {
  readonly from: string;
  readonly to: string;
}

/** Every leg that some variation of a course has, once. A score course has none. */
export function courseLegs({ type, controls }: Pick<Course, 'type' | 'controls'>): readonly LegEnds[] {
  if (type === 'score') return [];
  const legs = new Map<string, LegEnds>();
  for (const leg of visitLegs(controls, null, null))
    if (leg.from !== leg.to) legs.set(`${leg.from} ${leg.to}`, leg);
  return [...legs.values()];
}

/** Ids of controls that some variation of a course visits twice in a row. */
export function repeatedControls({ controls }: Pick<Course, 'controls'>): ReadonlySet<string> {
  const repeated = new Set<string>();
  for (const { from, to } of visitLegs(controls, null, null)) if (from === to) repeated.add(to);
  return repeated;
}

/** The legs of a list of course controls that follows `before` and is followed by `after`. */
function* visitLegs(
  controls: readonly CourseControl[],
  before: string | null,
  after: string | null,
): Generator<LegEnds> {
  let last = before;
  // After a fork, the legs into the next control come from its branches.
  let isJoined = false;
  for (const [index, { control, variation }] of controls.entries()) {
    if (!isJoined && last !== null) yield { from: last, to: control };
    const following = controls[index + 1]?.control ?? after;
    isJoined = variation !== null && variation.kind === 'fork' && variation.branches.length > 0;
    for (const branch of variation?.branches ?? [])
      yield* visitLegs(branch.controls, control, variation?.kind === 'loop' ? control : following);
    last = control;
  }
  if (!isJoined && last !== null && after !== null) yield { from: last, to: after };
}

/** The controls of a course in all its branches, each once, in the order of their first visit. */
export function courseControlIds({ controls }: Pick<Course, 'controls'>): readonly string[] {
  return [...new Set([...allCourseControls(controls)].map(({ control }) => control))];
}
