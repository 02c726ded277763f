import type { Position } from '../fences/fence-shape.ts';
import type { PlanePoint } from '../layers/affine.ts';
import type { CoursePlan } from './course-plan.ts';
import type { LegEnds } from './course-stops.ts';
import { type Control, isPunched, type PaperOffset } from './event.ts';
import { type EventIndex, legKey, legLine } from './event-index.ts';
import { cutLine, type LineSection, sectionsInCircles } from './leg-lines.ts';
import { type OverprintDimensions, overprintDimensions } from './overprint-dimensions.ts';
import { BoxGrid, boxAround, type PaperCircle } from './paper.ts';
import { type NumberLayout, type NumberToPlace, placeNumbers } from './place-numbers.ts';
import { resultOf } from './steps.ts';

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

/** An overprint with the places of its numbers, from which a similar one is calculated faster. */
export interface NumberedOverprint extends Overprint {
  readonly layout: NumberLayout;
}

/**
 * The overprint of a plan: circles, triangles turned towards the next control, finishes, legs that are cut at circles and have
 * bends and gaps, and numbers that cover nothing.
 */
export function overprint(index: EventIndex, plan: CoursePlan, scale: PaperScale): Overprint {
  return resultOf(overprintSteps(index, plan, scale, null));
}

/**
 * The same in steps.
 *
 * @param last an earlier overprint, whose numbers are searched again only where something changed
 */
export function* overprintSteps(
  index: EventIndex,
  plan: CoursePlan,
  scale: PaperScale,
  last: NumberedOverprint | null,
): Generator<void, NumberedOverprint> {
  const dimensions = overprintDimensions(scale.mapScale, scale.printScale);
  const circles = circlesOf(plan, dimensions, scale);
  const symbols = drawSymbols(index, plan, { dimensions, circles, scale });
  const lines = symbols.flatMap((element) => (element.type === 'line' ? [element.points] : []));
  const numbers = plan.labels.flatMap((label): readonly NumberToPlace[] => {
    const circle = circles.get(label.control.id);
    if (circle === undefined) return [];
    return [{ id: label.control.id, text: label.text, circle, center: centerByHand(label, circle, scale) }];
  });
  const { numberHeight, clearance } = dimensions;
  const sizes = { numberHeight, clearance };
  yield;
  const layout = yield* placeNumbers(
    { numbers, circles: [...circles.values()], lines, sizes },
    last?.layout ?? null,
  );
  const visits = new Map(plan.labels.map(({ control, visit }) => [control.id, visit]));
  const texts = [...layout.numbers].map(([id, { number, center }]) => ({
    type: 'text' as const,
    control: id,
    visit: visits.get(id) ?? null,
    text: number.text,
    center,
    height: numberHeight,
  }));
  return { dimensions, layout, elements: [...symbols, ...texts] };
}

/**
 * The overprint while some controls, their numbers or their legs are changed: only these are drawn again, and automatic numbers
 * move with their control. `overprint` gives the final one.
 *
 * @param base the overprint of the same plan before
 */
export function previewOverprint<Base extends Overprint>(
  index: EventIndex,
  plan: CoursePlan,
  scale: PaperScale,
  {
    base,
    before,
    changed,
  }: {
    readonly base: Base;
    readonly before: EventIndex;
    /** Ids of controls. */
    readonly changed: ReadonlySet<string>;
  },
): Base {
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
  return { ...base, elements: [...drawn, ...remaining] };
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
