import type { Position } from '@wakeline/domain/fences/fence-shape';
import { FileFault } from './file-fault.ts';
import type { Place } from './map-feature.ts';

/** Longitudes of one object that the rest of the program takes. */
const MOST = 540;

/**
 * The same places with longitudes that run on: from one to the next it is never more than half around the earth, so that a
 * line across the antimeridian is in one piece. It begins between -180 and 180.
 *
 * @throws FileFault `coordinates` for what winds around the earth more than once
 */
export function runOn<P extends Place>(places: readonly P[], line: number | null): readonly P[] {
  let before = 0;
  return places.map((place) => {
    const lng = place[0] + 360 * Math.round((before - place[0]) / 360);
    // Half around is as near one way as the other; rounding would shift what needs no shift.
    before = Math.abs(place[0] - before) <= 180 ? place[0] : lng;
    if (Math.abs(before) > MOST) throw new FileFault('coordinates', line);
    return moved(place, before);
  });
}

/** The same ring, not closed, shifted around the earth to where it is nearest to `near`. */
export function openRing(
  ring: readonly Position[],
  near: number | null,
  line: number | null,
): readonly Position[] {
  const on = runOn(ring, line);
  const [first, last] = [on[0], on.at(-1)];
  const closed = on.length > 1 && first?.[0] === last?.[0] && first?.[1] === last?.[1];
  const open = closed ? on.slice(0, -1) : on;
  const shift = near === null || first === undefined ? 0 : 360 * Math.round((near - first[0]) / 360);
  return shift === 0 ? open : open.map(([lng, lat]) => [lng + shift, lat]);
}

/** A longitude between -180 and 180, where most programs expect it. */
export function wrapped(lng: number): number {
  if (lng >= -180 && lng <= 180) return lng;
  return exact(lng - 360 * Math.round(lng / 360));
}

/** Seven decimals of a degree are a centimetre; what shifting by 360 adds behind the ninth is none of the file's. */
export function exact(degrees: number): number {
  return Number(degrees.toFixed(9));
}

/** The same place at another longitude. */
export function moved<P extends Place>(place: P, lng: number): P {
  if (lng === place[0]) return place;
  return [exact(lng), ...place.slice(1)] as unknown as P;
}

/** The longest step that programs draw the way it was meant, not the other way around the earth. */
const STEP = 179;

/** The same places, with others between those that lie further apart than a program would draw straight. */
export function withSteps<P extends Place>(places: readonly P[]): readonly P[] {
  return places.flatMap((place, at) => {
    const before = places[at - 1];
    if (before === undefined) return [place];
    const steps = Math.ceil(Math.abs(place[0] - before[0]) / STEP);
    const between = Array.from({ length: Math.max(0, steps - 1) }, (_, step) =>
      placeBetween(before, place, (step + 1) / steps),
    );
    return [...between, place];
  });
}

/** Straight in longitude, latitude and altitude; `part` from 0 to 1. */
export function placeBetween<P extends Place>(from: P, to: P, part: number): P {
  const at = (index: 0 | 1 | 2) => {
    const [a, b] = [from[index], to[index]];
    return a === undefined || b === undefined ? undefined : exact(a + (b - a) * part);
  };
  const altitude = at(2);
  return [at(0), at(1), ...(altitude === undefined ? [] : [altitude])] as unknown as P;
}
