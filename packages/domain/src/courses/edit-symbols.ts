import type { Position } from '../fences/fence-shape.ts';
import { changeControl, changeLeg, changeVisit } from './edit-controls.ts';
import type { EventEdit } from './edits.ts';
import { type Control, type CourseEvent, type Leg, type PaperOffset, scalesOf } from './event.ts';
import { lineDistance } from './line-distance.ts';
import { overprintDimensions } from './overprint-dimensions.ts';
import { paperPlane } from './paper-plane.ts';

/** A number of the overprint: that of a control, or in a course that of a visit. */
export interface NumberOwner {
  readonly control: string;
  readonly visit: { readonly course: string; readonly id: string } | null;
}

/** Millimetres on the map's paper that are interrupted by a click. */
const GAP_LENGTH = 2;
/** Shorter drags are clicks. */
const MIN_DRAGGED_GAP = 0.5;

function findControl({ controls }: CourseEvent, id: string): Control | null {
  return controls.find((control) => control.id === id) ?? null;
}

/** The place of a number relative to its control: millimetres on the map's paper. Null: there is no such control. */
export function numberOffset(event: CourseEvent, owner: NumberOwner, at: Position): PaperOffset | null {
  const control = findControl(event, owner.control);
  if (control === null) return null;
  const course = event.courses.find(({ id }) => id === owner.visit?.course);
  const mapScale = course === undefined ? event.mapScale : scalesOf(event, course).mapScale;
  return paperPlane(control.coordinates, mapScale).toPaper(at);
}

/**
 * Sets the place of a number by hand; null: automatically. In a course, a visit without a place of its own has that of its
 * control. Null: the control or course does not exist.
 */
export function placeNumber(
  event: CourseEvent,
  { control: controlId, visit }: NumberOwner,
  numberLocation: PaperOffset | null,
): EventEdit | null {
  const control = findControl(event, controlId);
  if (control === null) return null;
  if (visit === null) return changeControl(control, { numberLocation });
  const course = event.courses.find(({ id }) => id === visit.course);
  return course === undefined ? null : changeVisit(course, visit.id, { numberLocation });
}

/** The ends of a line; `id`: of the line if it is new. */
type LegEnds = Pick<Leg, 'id' | 'from' | 'to'>;

function findLeg(event: CourseEvent, { from, to }: LegEnds): Leg | undefined {
  return event.legs.find((leg) => leg.from === from && leg.to === to);
}

/** Adds a bend to a line. `index`: of the new bend among those of the line. */
export function addBend(event: CourseEvent, ends: LegEnds, index: number, at: Position): EventEdit | null {
  const bends = findLeg(event, ends)?.bends ?? [];
  return changeLeg(event, ends, { bends: bends.toSpliced(index, 0, at) });
}

/** Moves a bend of a line; null for the position removes it. Null: there is no such bend. */
export function moveBend(
  event: CourseEvent,
  ends: LegEnds,
  index: number,
  to: Position | null,
): EventEdit | null {
  const bends = findLeg(event, ends)?.bends ?? [];
  if (bends[index] === undefined) return null;
  return changeLeg(event, ends, { bends: to === null ? bends.toSpliced(index, 1) : bends.with(index, to) });
}

/** Interrupts a line between two positions, or by 2 mm around one. Null: an end of the line does not exist. */
export function cutLeg(
  event: CourseEvent,
  ends: LegEnds,
  [start, end]: readonly [Position, Position],
): EventEdit | null {
  const [from, to] = [findControl(event, ends.from), findControl(event, ends.to)];
  if (from === null || to === null) return null;
  const leg = findLeg(event, ends);
  const line = [from.coordinates, ...(leg?.bends ?? []), to.coordinates];
  const along = (at: Position) => (lineDistance(line, at) / event.mapScale) * 1_000;
  const [one, other] = [along(start), along(end)].toSorted((a, b) => a - b) as [number, number];
  const isClick = other - one < MIN_DRAGGED_GAP;
  const gap = {
    start: Math.max(0, isClick ? (one + other - GAP_LENGTH) / 2 : one),
    length: isClick ? GAP_LENGTH : other - one,
  };
  return changeLeg(event, ends, { gaps: [...(leg?.gaps ?? []), gap] });
}

/**
 * Interrupts the circle of a control between the directions of two positions, on the shorter way, or by 2 mm around one
 * direction.
 */
export function cutCircle(
  { mapScale }: Pick<CourseEvent, 'mapScale'>,
  control: Control,
  [start, end]: readonly [Position, Position],
): EventEdit {
  const { toPaper } = paperPlane(control.coordinates, mapScale);
  const direction = (position: Position) => {
    const { x, y } = toPaper(position);
    return (Math.atan2(y, x) * 180) / Math.PI;
  };
  const from = direction(start);
  // Between -180 and 180 degrees.
  const turn = ((direction(end) - from + 540) % 360) - 180;
  const { circleDiameter } = overprintDimensions(mapScale, mapScale);
  const degreesPerMillimetre = 360 / (Math.PI * circleDiameter);
  const isClick = Math.abs(turn) < MIN_DRAGGED_GAP * degreesPerMillimetre;
  const half = (GAP_LENGTH * degreesPerMillimetre) / 2;
  const middle = from + turn / 2;
  const [first, last] = isClick
    ? [middle - half, middle + half]
    : turn < 0
      ? [from + turn, from]
      : [from, from + turn];
  const gap = { from: Math.round(normalize(first)), to: Math.round(normalize(first) + last - first) };
  return changeControl(control, { circleGaps: [...control.circleGaps, gap] });
}

function normalize(degrees: number): number {
  return ((degrees % 360) + 360) % 360;
}
