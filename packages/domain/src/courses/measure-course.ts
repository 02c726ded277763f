import type { Position } from '../fences/fence-shape.ts';
import { geodesicLength } from '../geo/geodesic.ts';
import type { CourseStop } from './course-stops.ts';
import type { Control, Leg } from './event.ts';
import { type EventIndex, legKey, legLine } from './event-index.ts';

export interface MeasuredLeg {
  readonly from: CourseStop;
  readonly to: CourseStop;
  /** Metres on the ellipsoid along the bends. */
  readonly length: number;
}

export interface MeasuredCourse {
  /** Metres: the sum of the legs. */
  readonly length: number;
  readonly legs: readonly MeasuredLeg[];
}

/**
 * The length of a variation and of its legs, on the ellipsoid along the bends: the shortest sensible line, as the IOF measures
 * courses. Not for score courses, which have no legs.
 */
export function measureCourse(index: EventIndex, stops: readonly CourseStop[]): MeasuredCourse {
  const legs = stops.slice(1).flatMap((to, at): readonly MeasuredLeg[] => {
    const from = stops[at];
    if (from === undefined) return [];
    return [{ from, to, length: legLength(index, from.control, to.control) }];
  });
  return { length: legs.reduce((sum, leg) => sum + leg.length, 0), legs };
}

/** The lengths of lines by their ends, whose objects are never changed: most lines stay while an event is edited. */
const lengths = new WeakMap<
  Control,
  WeakMap<Control, { readonly leg: Leg | undefined; readonly length: number }>
>();

function legLength(index: EventIndex, from: Control, to: Control): number {
  const leg = index.legs.get(legKey(from.id, to.id));
  const known = lengths.get(from)?.get(to);
  if (known !== undefined && known.leg === leg) return known.length;
  const length = geodesicLength(legLine(index, from, to));
  const ofFrom = lengths.get(from) ?? new WeakMap();
  lengths.set(from, ofFrom.set(to, { leg, length }));
  return length;
}

/** Metres above sea level at a position; null where it is not known. */
export type Elevation = (position: Position) => number | null;

/** Metres between two samples of the elevation. */
const SAMPLE_SPACING = 20;
/** Metres: smaller ups and downs are noise of the elevation model. */
const MIN_RISE = 2;

/**
 * The climb of a variation in metres along its legs; null if an elevation is missing. Rises and descents of less than 2 m do not
 * count.
 */
export function measureClimb(
  index: EventIndex,
  stops: readonly CourseStop[],
  elevation: Elevation,
): number | null {
  let climb = 0;
  // Of the current rise.
  let [bottom, top] = [Infinity, -Infinity];
  for (const position of samplesAlong(index, stops)) {
    const height = elevation(position);
    if (height === null) return null;
    const isRising = top - bottom >= MIN_RISE;
    if (isRising ? top - height >= MIN_RISE : height < bottom) {
      if (isRising) climb += top - bottom;
      [bottom, top] = [height, height];
    }
    top = Math.max(top, height);
  }
  return top - bottom >= MIN_RISE ? climb + top - bottom : climb;
}

/** The positions whose elevation counts for the climb of a variation. */
export function* samplesAlong(index: EventIndex, stops: readonly CourseStop[]): Generator<Position> {
  for (const [at, { control }] of stops.entries()) {
    const previous = stops[at - 1]?.control;
    if (previous === undefined) {
      yield control.coordinates;
      continue;
    }
    const line = legLine(index, previous, control);
    for (const [bend, to] of line.entries()) {
      const from = line[bend - 1];
      if (from === undefined) continue;
      const steps = Math.max(1, Math.ceil(geodesicLength([from, to]) / SAMPLE_SPACING));
      for (let step = 1; step <= steps; step += 1) {
        const fraction = step / steps;
        yield [from[0] + (to[0] - from[0]) * fraction, from[1] + (to[1] - from[1]) * fraction];
      }
    }
  }
}
