import { EARTH_RADIUS } from '../geo/great-circle.ts';
import { nearestLng, wrapLng } from '../geo/web-mercator.ts';
import type { Track } from '../tracks/track.ts';

/** A period in which two trackers were close to each other. */
export interface Encounter {
  /** Epoch milliseconds at which they came within the radius and left it. */
  readonly startTime: number;
  readonly endTime: number;
  /** When they were closest. */
  readonly time: number;
  /** Metres between them at `time`. */
  readonly distance: number;
  /** The midpoint between them at `time`, WGS-84 degrees. */
  readonly lng: number;
  readonly lat: number;
}

export interface EncounterRule {
  /** Maximum distance in metres during an encounter. */
  readonly radius: number;
  /** Milliseconds: encounters with a shorter gap are merged. */
  readonly mergeGapMs: number;
}

/** 50 m is within sight and call and wider than the scatter of two receivers. */
export const ENCOUNTER_RULE: EncounterRule = { radius: 50, mergeGapMs: 60_000 };

const RADIANS = Math.PI / 180;

/** Vector in metres from the first to the second position at one time, on the plane between them, and the midpoint. */
interface Separation {
  readonly time: number;
  readonly x: number;
  readonly y: number;
  readonly lng: number;
  readonly lat: number;
}

/**
 * Finds when and where two trackers were close to each other, oldest first. Between two fixes each moves in a straight line at
 * constant speed. There is no encounter in a gap of either track. O(n) in the total number of fixes.
 */
export function findEncounters(
  a: Track,
  b: Track,
  { radius, mergeGapMs }: EncounterRule = ENCOUNTER_RULE,
): Encounter[] {
  const encounters: Encounter[] = [];
  const end = Math.min(a.time[a.length - 1] ?? Number.NEGATIVE_INFINITY, b.time[b.length - 1] ?? 0);
  let time = Math.max(a.time[0] ?? Number.POSITIVE_INFINITY, b.time[0] ?? 0);
  let [i, j] = [0, 0];
  while (time < end) {
    while ((a.time[i + 1] ?? Number.POSITIVE_INFINITY) <= time) i += 1;
    while ((b.time[j + 1] ?? Number.POSITIVE_INFINITY) <= time) j += 1;
    const next = Math.min(a.time[i + 1] ?? end, b.time[j + 1] ?? end);
    if (a.gap[i] !== 1 && b.gap[j] !== 1) {
      const found = findEncounterBetween(
        separationAt(a, i, b, j, time),
        separationAt(a, i, b, j, next),
        radius,
      );
      if (found !== null) addOrMerge(encounters, found, mergeGapMs);
    }
    time = next;
  }
  return encounters;
}

/** Adds an encounter, or merges it with the last one if the gap is short. */
function addOrMerge(encounters: Encounter[], next: Encounter, mergeGapMs: number): void {
  const last = encounters.at(-1);
  if (last === undefined || next.startTime - last.endTime > mergeGapMs) {
    encounters.push(next);
    return;
  }
  const closest = next.distance < last.distance ? next : last;
  encounters[encounters.length - 1] = { ...closest, startTime: last.startTime, endTime: next.endTime };
}

/** The interval in which they are within the radius: their relative motion is linear, so there is at most one. */
function findEncounterBetween(from: Separation, to: Separation, radius: number): Encounter | null {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  // Squared distance in metres at fraction s of the time: a s² + 2 b s + c.
  const a = dx * dx + dy * dy;
  const b = from.x * dx + from.y * dy;
  const c = from.x * from.x + from.y * from.y;
  const nearest = a === 0 ? 0 : Math.min(1, Math.max(0, -b / a));
  const square = Math.max(0, (a * nearest + 2 * b) * nearest + c);
  if (square > radius * radius) return null;
  const halfWidth =
    a === 0 ? Number.POSITIVE_INFINITY : Math.sqrt(Math.max(0, b * b - a * (c - radius * radius))) / a;
  const [first, last] = a === 0 ? [0, 1] : [Math.max(0, -b / a - halfWidth), Math.min(1, -b / a + halfWidth)];
  const timeAt = (fraction: number) => from.time + (to.time - from.time) * fraction;
  return {
    startTime: timeAt(first),
    endTime: timeAt(last),
    time: timeAt(nearest),
    distance: Math.sqrt(square),
    lng: wrapLng(from.lng + (nearestLng(to.lng, from.lng) - from.lng) * nearest),
    lat: from.lat + (to.lat - from.lat) * nearest,
  };
}

function separationAt(a: Track, i: number, b: Track, j: number, time: number): Separation {
  const [lngA, latA] = interpolateOnTrack(a, i, time);
  const [lngB, latB] = interpolateOnTrack(b, j, time);
  const deltaLng = nearestLng(lngB, lngA) - lngA;
  const lat = (latA + latB) / 2;
  return {
    time,
    x: deltaLng * RADIANS * EARTH_RADIUS * Math.cos(lat * RADIANS),
    y: (latB - latA) * RADIANS * EARTH_RADIUS,
    lng: lngA + deltaLng / 2,
    lat,
  };
}

/** The coordinates of a tracker between fix `at` and the next one. */
function interpolateOnTrack(track: Track, at: number, time: number): [lng: number, lat: number] {
  const [lng, lat, start] = [track.lng[at] ?? 0, track.lat[at] ?? 0, track.time[at] ?? 0];
  const end = track.time[at + 1];
  if (end === undefined || time <= start) return [lng, lat];
  const fraction = (time - start) / (end - start);
  return [
    lng + (nearestLng(track.lng[at + 1] ?? lng, lng) - lng) * fraction,
    lat + ((track.lat[at + 1] ?? lat) - lat) * fraction,
  ];
}
