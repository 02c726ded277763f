import type { Position } from '../fences/fence-shape.ts';
import type { PlanePoint } from '../layers/affine.ts';
import { type CourseStop, courseControlIds, courseLegs, type LegEnds } from './course-stops.ts';
import { type Control, type Course, isPunched, type LabelKind, type PaperOffset } from './event.ts';
import { type EventIndex, legKey, legLine } from './event-index.ts';
import { cutLine, type LineSection, sectionsInCircles } from './leg-lines.ts';
import { type OverprintDimensions, overprintDimensions } from './overprint-dimensions.ts';
import { BoxGrid, boxAround, type PaperCircle } from './paper.ts';
import { type NumberToPlace, placeNumbers } from './place-numbers.ts';

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

export interface PaperScale {
  /** Denominators. */
  readonly mapScale: number;
  readonly printScale: number;
  /** A position as millimetres on the printed paper, x to the right, y up. */
  readonly toPaper: (position: Position) => PlanePoint;
}

/** An element of an overprint; all lengths are millimetres on the printed paper, all lines have the width of the dimensions. */
export type OverprintElement =
  | { readonly type: 'line'; readonly leg: LegEnds; readonly points: readonly PlanePoint[] }
  | {
      readonly type: 'circle';
      readonly control: string;
      readonly center: PlanePoint;
      readonly radius: number;
      /** Omitted sections, degrees counter-clockwise from the right. */
      readonly gaps: Control['circleGaps'];
    }
  | { readonly type: 'polygon'; readonly control: string; readonly points: readonly PlanePoint[] }
  | { readonly type: 'mark'; readonly control: string; readonly points: readonly PlanePoint[] }
  | {
      readonly type: 'text';
      readonly control: string;
      /** The visit whose place of the number applies; null: that of the control does. */
      readonly visit: string | null;
      readonly text: string;
      readonly center: PlanePoint;
      readonly height: number;
    };

export interface Overprint {
  readonly dimensions: OverprintDimensions;
  readonly elements: readonly OverprintElement[];
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

/**
 * The overprint of a plan: circles, triangles turned towards the next control, finishes, legs that are cut at circles and have
 * bends and gaps, and numbers that cover nothing.
 */
export function overprint(index: EventIndex, plan: CoursePlan, scale: PaperScale): Overprint {
  const dimensions = overprintDimensions(scale.mapScale, scale.printScale);
  const circles = circlesOf(plan, dimensions, scale);
  const symbols = drawSymbols(index, plan, { dimensions, circles, scale });
  const lines = symbols.flatMap((element) => (element.type === 'line' ? [element.points] : []));
  const numbers = placeNumbers(
    plan.labels.flatMap((label): readonly NumberToPlace[] => {
      const circle = circles.get(label.control.id);
      if (circle === undefined) return [];
      return [{ id: label.control.id, text: label.text, circle, center: centerByHand(label, circle, scale) }];
    }),
    [...circles.values()],
    lines,
    dimensions,
  );
  const visits = new Map(plan.labels.map(({ control, visit }) => [control.id, visit]));
  const texts = numbers.map(({ id, text, center }) => ({
    type: 'text' as const,
    control: id,
    visit: visits.get(id) ?? null,
    text,
    center,
    height: dimensions.numberHeight,
  }));
  return { dimensions, elements: [...symbols, ...texts] };
}

/**
 * The overprint while some controls, their numbers or their legs are changed: only these are drawn again, and automatic numbers
 * move with their control. `overprint` gives the final one.
 *
 * @param base the overprint of the same plan before
 */
export function previewOverprint(
  index: EventIndex,
  plan: CoursePlan,
  scale: PaperScale,
  {
    base,
    before,
    changed,
  }: {
    readonly base: Overprint;
    readonly before: EventIndex;
    /** Ids of controls. */
    readonly changed: ReadonlySet<string>;
  },
): Overprint {
  const { dimensions } = base;
  const circles = circlesOf(plan, dimensions, scale);
  const isChanged = ({ from, to }: LegEnds) => changed.has(from) || changed.has(to);
  const legs = plan.legs.filter(isChanged);
  // Starts and crossing points are turned along their legs.
  const turned = new Set([...changed, ...legs.map(({ from }) => from)]);
  const controls = plan.controls.filter(({ id }) => turned.has(id));
  const drawn = drawSymbols(index, { ...plan, controls, legs }, { dimensions, circles, scale });
  const labels = new Map(plan.labels.map((label) => [label.control.id, label]));
  const remaining = base.elements.flatMap((element): readonly OverprintElement[] => {
    if (element.type === 'line') return isChanged(element.leg) ? [] : [element];
    if (element.type !== 'text') return turned.has(element.control) ? [] : [element];
    if (!changed.has(element.control)) return [element];
    const [label, circle] = [labels.get(element.control), circles.get(element.control)];
    const old = before.controls.get(element.control);
    if (label === undefined || circle === undefined || old === undefined) return [];
    const from = scale.toPaper(old.coordinates);
    const moved = {
      x: element.center.x + circle.center.x - from.x,
      y: element.center.y + circle.center.y - from.y,
    };
    return [{ ...element, center: centerByHand(label, circle, scale) ?? moved }];
  });
  return { dimensions, elements: [...drawn, ...remaining] };
}

interface DrawContext {
  readonly dimensions: OverprintDimensions;
  readonly circles: ReadonlyMap<string, PaperCircle>;
  readonly scale: PaperScale;
}

/** The outer edges of the symbols of a plan by control. */
function circlesOf(
  plan: CoursePlan,
  dimensions: OverprintDimensions,
  scale: PaperScale,
): ReadonlyMap<string, PaperCircle> {
  return new Map(
    plan.controls.map((control) => [control.id, boundingCircle(control, plan.starts, dimensions, scale)]),
  );
}

/** The lines and symbols of a plan. */
function drawSymbols(
  index: EventIndex,
  plan: CoursePlan,
  { dimensions, circles, scale }: DrawContext,
): readonly OverprintElement[] {
  const enlargement = scale.mapScale / scale.printScale;
  const grid = new BoxGrid<PaperCircle>(dimensions.circleDiameter * 2);
  for (const circle of circles.values())
    grid.add(boxAround(circle.center, circle.radius, circle.radius), circle);
  return [
    ...plan.legs.flatMap((leg) => legElements(index, leg, { grid, scale, enlargement })),
    ...plan.controls.flatMap((control) =>
      controlElements(index, control, { plan, circle: circles.get(control.id), dimensions, scale }),
    ),
  ];
}

/** The center of a number that was placed by hand; null: it is placed automatically. */
function centerByHand(
  { offset }: CoursePlan['labels'][number],
  { center }: PaperCircle,
  { mapScale, printScale }: PaperScale,
): PlanePoint | null {
  return offset === null ? null : shift(center, offset, mapScale / printScale);
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

/** The circle that legs end at and numbers keep away from: the outer edge of a symbol. */
function boundingCircle(
  control: Control,
  starts: ReadonlySet<string>,
  { circleDiameter, triangleSide, finishDiameters, pointLength, lineWidth }: OverprintDimensions,
  { toPaper }: PaperScale,
): PaperCircle {
  const center = toPaper(control.coordinates);
  if (starts.has(control.id)) return { center, radius: triangleSide / Math.sqrt(3) };
  if (control.kind === 'finish') return { center, radius: (finishDiameters[1] + lineWidth) / 2 };
  return { center, radius: ((isPunched(control) ? circleDiameter : pointLength) + lineWidth) / 2 };
}

function legElements(
  index: EventIndex,
  leg: LegEnds,
  { grid, scale, enlargement }: { grid: BoxGrid<PaperCircle>; scale: PaperScale; enlargement: number },
) {
  const [from, to] = [index.controls.get(leg.from), index.controls.get(leg.to)];
  if (from === undefined || to === undefined) return [];
  const line = legLine(index, from, to).map(scale.toPaper);
  const gaps = (index.legs.get(legKey(leg.from, leg.to))?.gaps ?? []).map(
    ({ start, length }): LineSection => ({
      from: start * enlargement,
      to: (start + length) * enlargement,
    }),
  );
  const remaining = cutLine(line, [...sectionsInCircles(line, grid), ...gaps]);
  return remaining.map((points) => ({ type: 'line' as const, leg, points }));
}

interface SymbolContext {
  readonly plan: CoursePlan;
  readonly circle: PaperCircle | undefined;
  readonly dimensions: OverprintDimensions;
  readonly scale: PaperScale;
}

function controlElements(
  index: EventIndex,
  control: Control,
  { plan, circle, dimensions, scale }: SymbolContext,
): readonly OverprintElement[] {
  if (circle === undefined) return [];
  const { center } = circle;
  if (plan.starts.has(control.id)) {
    const direction = directionToNext(index, control, plan.legs, scale);
    return [
      { type: 'polygon', control: control.id, points: triangle(center, dimensions.triangleSide, direction) },
    ];
  }
  const gaps = control.circleGaps;
  if (control.kind === 'finish')
    return dimensions.finishDiameters.map((diameter) => ({
      type: 'circle',
      control: control.id,
      center,
      radius: diameter / 2,
      gaps,
    }));
  if (isPunched(control))
    return [{ type: 'circle', control: control.id, center, radius: dimensions.circleDiameter / 2, gaps }];
  const direction = directionToNext(index, control, plan.legs, scale);
  return specialMarks(center, dimensions.pointLength, direction, control.special === 'map-issue').map(
    (points) => ({ type: 'mark', control: control.id, points }),
  );
}

/** Radians counter-clockwise from the right towards the first bend or the next control; without one, up. */
function directionToNext(
  index: EventIndex,
  control: Control,
  legs: readonly LegEnds[],
  { toPaper }: PaperScale,
): number {
  const to = index.controls.get(legs.find(({ from }) => from === control.id)?.to ?? '');
  const next = to === undefined ? undefined : legLine(index, control, to)[1];
  if (next === undefined) return Math.PI / 2;
  const [from, target] = [toPaper(control.coordinates), toPaper(next)];
  return Math.atan2(target.y - from.y, target.x - from.x);
}

/** An equilateral triangle with a vertex in a direction. */
function triangle(center: PlanePoint, side: number, direction: number): readonly PlanePoint[] {
  return [0, 1, 2].map((vertex) =>
    pointAt(center, side / Math.sqrt(3), direction + (vertex * 2 * Math.PI) / 3),
  );
}

/** Vertices of an arc of a crossing point. */
const ARC_STEPS = [-1, -0.5, 0, 0.5, 1] as const;

/** A bar across the route for a map issue point; two curved lines along it for a crossing point. */
function specialMarks(
  center: PlanePoint,
  length: number,
  direction: number,
  isMapIssue: boolean,
): readonly (readonly PlanePoint[])[] {
  const across = direction + Math.PI / 2;
  if (isMapIssue) return [[pointAt(center, length / 2, across), pointAt(center, -length / 2, across)]];
  return [-1, 1].map((side) =>
    ARC_STEPS.map((step) => {
      // The lines are nearest to each other in the middle.
      const middle = pointAt(center, side * (length / 6) * (1 + step * step), across);
      return pointAt(middle, (step * length) / 2, direction);
    }),
  );
}

function pointAt({ x, y }: PlanePoint, distance: number, direction: number): PlanePoint {
  return { x: x + Math.cos(direction) * distance, y: y + Math.sin(direction) * distance };
}

function shift({ x, y }: PlanePoint, offset: PaperOffset, factor: number): PlanePoint {
  return { x: x + offset.x * factor, y: y + offset.y * factor };
}
