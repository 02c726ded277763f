import { type CourseStop, courseControlIds, courseLegs, type LegEnds } from './course-stops.ts';
import { type Control, type Course, isPunched, type LabelKind, type PaperOffset } from './event.ts';
import { type EventIndex, legKey } from './event-index.ts';

/** What is drawn for one course, one variation or all controls, before it is on paper. */
export interface CoursePlan {
  readonly controls: readonly Control[];
  readonly legs: readonly LegEnds[];
  readonly labels: readonly {
    readonly control: Control;
    readonly text: string;
    /** Id of the visit whose place of the number applies in a course; null: that of the control does. */
    readonly visit: string | null;
    /** Millimetres on the map's paper; null: placed automatically. */
    readonly offset: PaperOffset | null;
  }[];
  /** Ids of the controls that are drawn as a start: starts, and the map exchange where a part begins. */
  readonly starts: ReadonlySet<string>;
}

/** The plan of a variation or of one of its parts. A score course has no legs. */
export function planStops(
  stops: readonly CourseStop[],
  { type, labels }: Pick<Course, 'type' | 'labels'>,
): CoursePlan {
  const controls = new Map(stops.map(({ control }) => [control.id, control]));
  const texts = new Map<
    string,
    { texts: string[]; visit: string; offset: PaperOffset | null; control: Control }
  >();
  for (const { courseControl, control, number } of stops) {
    if (number === null) continue;
    const text = labelText(labels, { number, code: control.code, points: courseControl.points });
    const offset = courseControl.numberLocation ?? control.numberLocation;
    const label = texts.get(control.id);
    if (label === undefined)
      texts.set(control.id, { texts: [text], visit: courseControl.id, offset, control });
    else if (!label.texts.includes(text)) label.texts.push(text);
  }
  const starts = startIds(controls.values());
  const first = stops[0];
  // A part that begins at a control: its number is on the map before.
  if (first !== undefined && first.courseControl.mapExchange !== null) starts.add(first.control.id);
  return {
    controls: [...controls.values()],
    legs: type === 'score' ? [] : legsBetween(stops),
    labels: [...texts.values()]
      .filter(({ control }) => !starts.has(control.id))
      .map((label) => ({ ...label, text: label.texts.join('/') })),
    starts,
  };
}

/** The plan of a course with all its variations; controls are labelled with their codes, because numbers depend on the variation. */
export function planCourse(index: EventIndex, course: Course): CoursePlan {
  const controls = courseControlIds(course).flatMap((id) => index.controls.get(id) ?? []);
  return { ...planControls(controls), legs: courseLegs(course) };
}

/** The plan of controls with their codes, without legs. */
export function planControls(controls: readonly Control[]): CoursePlan {
  return {
    controls,
    legs: [],
    labels: controls.flatMap((control) =>
      isPunched(control) && control.code !== null
        ? [{ control, text: control.code, visit: null, offset: control.numberLocation }]
        : [],
    ),
    starts: startIds(controls),
  };
}

function labelText(
  labels: LabelKind,
  {
    number,
    code,
    points,
  }: { readonly number: number; readonly code: string | null; readonly points: number | null },
): string {
  const codeText = code ?? String(number);
  const score = points === null ? '' : `(${points})`;
  switch (labels) {
    case 'sequence':
      return String(number);
    case 'code':
      return codeText;
    case 'sequence-and-code':
      return `${number}-${codeText}`;
    case 'sequence-and-score':
      return `${number}${score}`;
    case 'code-and-score':
      return `${codeText}${score}`;
    case 'score':
      return points === null ? codeText : String(points);
  }
}

function legsBetween(stops: readonly CourseStop[]): readonly LegEnds[] {
  const legs = new Map<string, LegEnds>();
  for (const [at, { control }] of stops.entries()) {
    const from = stops[at - 1]?.control.id;
    if (from !== undefined && from !== control.id)
      legs.set(legKey(from, control.id), { from, to: control.id });
  }
  return [...legs.values()];
}

/** Starts, and map exchanges that are no controls. */
function startIds(controls: Iterable<Control>): Set<string> {
  const ids = new Set<string>();
  for (const { id, kind, special } of controls)
    if (kind === 'start' || special === 'map-exchange') ids.add(id);
  return ids;
}
