import { type Coordinates, greatCircleDistance } from '../geo/great-circle.ts';
import { arcBetween, distanceToArc, toUnitVector } from './cross-track.ts';
import type { LegMoment } from './leg.ts';

/** One end of a runway: where a take-off or landing in its direction begins. */
export interface RunwayEnd extends Coordinates {
  /** As painted: `09L`. */
  readonly ident: string;
  /** True heading, degrees; null: not known. */
  readonly heading: number | null;
}

/** A runway with one or both of its ends. */
export type Runway = readonly RunwayEnd[];

/** An aerodrome, or a landing place of the account. */
export interface Field extends Coordinates {
  /** A landing place of the account precedes all aerodromes. */
  readonly isOwn: boolean;
  readonly runways: readonly Runway[];
}

export interface FieldMatch<Found extends Field> {
  readonly field: Found;
  /** The fix is farther away than a field is wide: the reports were too sparse to see the aircraft there. */
  readonly isUncertain: boolean;
  readonly runway: RunwayEnd | null;
}

/** Metres from a fix on the ground to its field. */
const FIELD_DISTANCE = 5_000;
/** Milliseconds between the fixes around the change, and the metres within which the field is searched then. */
const LONG_GAP_MS = 2 * 60_000;
const UNCERTAIN_DISTANCE = 20_000;
/** Degrees between the run and the runway, and metres from it. */
const HEADING_TOLERANCE = 20;
const RUNWAY_DISTANCE = 500;

/**
 * The field of a take-off or landing: the nearest one of the account, else the nearest aerodrome.
 *
 * @param fields those around; the order does not matter
 */
export function matchField<Found extends Field>(
  moment: LegMoment,
  fields: readonly Found[],
): FieldMatch<Found> | null {
  const isSparse = moment.to - moment.from > LONG_GAP_MS;
  const reach = isSparse ? UNCERTAIN_DISTANCE : FIELD_DISTANCE;
  let best: { readonly field: Found; readonly metres: number } | null = null;
  for (const field of fields) {
    const metres = distanceToField(moment, field);
    if (metres > reach) continue;
    const isBetter = best === null || (field.isOwn === best.field.isOwn ? metres < best.metres : field.isOwn);
    if (isBetter) best = { field, metres };
  }
  if (best === null) return null;
  const { field, metres } = best;
  return { field, isUncertain: metres > FIELD_DISTANCE, runway: matchRunway(moment, field.runways) };
}

/** Metres to its nearest runway end, or to its reference point. */
function distanceToField(place: Coordinates, { runways, ...point }: Field): number {
  const ends = runways.flat().map((end) => greatCircleDistance(place, end));
  return Math.min(greatCircleDistance(place, point), ...ends);
}

/** The end in whose direction the aircraft ran, on the nearest runway. */
function matchRunway(moment: LegMoment, runways: readonly Runway[]): RunwayEnd | null {
  const { course } = moment;
  if (course === null) return null;
  let found: RunwayEnd | null = null;
  let nearest = RUNWAY_DISTANCE;
  for (const runway of runways) {
    const end = runway.find(({ heading }) => heading !== null && turn(heading, course) <= HEADING_TOLERANCE);
    const metres = distanceToRunway(moment, runway);
    if (end === undefined || metres > nearest) continue;
    found = end;
    nearest = metres;
  }
  return found;
}

function distanceToRunway(place: Coordinates, [first, second = first]: Runway): number {
  if (first === undefined || second === undefined) return Number.POSITIVE_INFINITY;
  return distanceToArc(arcBetween(toUnitVector(first), toUnitVector(second)), toUnitVector(place)).metres;
}

/** Degrees between two courses: 0 to 180. */
function turn(from: number, to: number): number {
  const difference = Math.abs(from - to) % 360;
  return Math.min(difference, 360 - difference);
}
