import type { Position } from '@wakeline/domain/fences/fence-shape';
import type { LngLatAlt } from './map-feature.ts';
import { MapFileError } from './map-file-error.ts';

/** Largest absolute longitude of an object that the rest of the program accepts. */
const MAX_LONGITUDE = 540;

/**
 * Unwraps longitudes: consecutive ones differ by at most half a turn, so that a line across the antimeridian is continuous. The
 * first one is between -180 and 180.
 *
 * @throws MapFileError `coordinates` if the line winds around the earth more than once
 */
export function unwrapLongitudes<P extends LngLatAlt>(
  points: readonly P[],
  line: number | null,
): readonly P[] {
  let previousLng = 0;
  return points.map((point) => {
    const lng = point[0] + 360 * Math.round((previousLng - point[0]) / 360);
    // Exactly half a turn is ambiguous; rounding would shift a longitude that needs no shift.
    previousLng = Math.abs(point[0] - previousLng) <= 180 ? point[0] : lng;
    if (Math.abs(previousLng) > MAX_LONGITUDE) throw new MapFileError('coordinates', line);
    return withLongitude(point, previousLng);
  });
}

/** Opens and unwraps a ring, and shifts it by full turns to be nearest to `referenceLng`. */
export function openRing(
  ring: readonly Position[],
  referenceLng: number | null,
  line: number | null,
): readonly Position[] {
  const unwrapped = unwrapLongitudes(ring, line);
  const [first, last] = [unwrapped[0], unwrapped.at(-1)];
  const closed = unwrapped.length > 1 && first?.[0] === last?.[0] && first?.[1] === last?.[1];
  const open = closed ? unwrapped.slice(0, -1) : unwrapped;
  const shift =
    referenceLng === null || first === undefined ? 0 : 360 * Math.round((referenceLng - first[0]) / 360);
  return shift === 0 ? open : open.map(([lng, lat]) => [lng + shift, lat]);
}

/** Wraps a longitude into -180 to 180, as most programs expect it. */
export function wrapLongitude(lng: number): number {
  if (lng >= -180 && lng <= 180) return lng;
  return roundDegrees(lng - 360 * Math.round(lng / 360));
}

/** Seven decimals of a degree are a centimetre; digits after the ninth come from shifting by 360 and not from the file. */
export function roundDegrees(degrees: number): number {
  return Number(degrees.toFixed(9));
}

/** The same point with another longitude. */
export function withLongitude<P extends LngLatAlt>(point: P, lng: number): P {
  if (lng === point[0]) return point;
  return [roundDegrees(lng), ...point.slice(1)] as unknown as P;
}

/** The longest step that programs draw in the intended direction, and not the other way around the earth. */
const MAX_STEP_DEGREES = 179;

/** Inserts points where consecutive ones are too far apart for programs to draw the intended line. */
export function densify<P extends LngLatAlt>(points: readonly P[]): readonly P[] {
  return points.flatMap((point, at) => {
    const before = points[at - 1];
    if (before === undefined) return [point];
    const steps = Math.ceil(Math.abs(point[0] - before[0]) / MAX_STEP_DEGREES);
    const between = Array.from({ length: Math.max(0, steps - 1) }, (_, step) =>
      interpolate(before, point, (step + 1) / steps),
    );
    return [...between, point];
  });
}

/** Interpolates longitude, latitude and altitude; `fraction` from 0 to 1. */
export function interpolate<P extends LngLatAlt>(from: P, to: P, fraction: number): P {
  const valueAt = (index: 0 | 1 | 2) => {
    const [a, b] = [from[index], to[index]];
    return a === undefined || b === undefined ? undefined : roundDegrees(a + (b - a) * fraction);
  };
  const altitude = valueAt(2);
  return [valueAt(0), valueAt(1), ...(altitude === undefined ? [] : [altitude])] as unknown as P;
}
