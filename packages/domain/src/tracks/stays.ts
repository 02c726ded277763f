import { greatCircleDistance } from '../geo/great-circle.ts';
import type { Track } from './track.ts';

/** A time during which a tracker did not leave a place. */
export interface Stay {
  /** Epoch milliseconds. */
  readonly startTime: number;
  readonly endTime: number;
  /** First and last fix of it. */
  readonly from: number;
  readonly to: number;
  readonly lng: number;
  readonly lat: number;
}

export interface StayRule {
  /** Metres from its first fix within which it stays. */
  readonly radius: number;
  /** Milliseconds from which it is a stay. */
  readonly minDurationMs: number;
}

/** Wider than the scatter of a good receiver, longer than a traffic light. */
export const STAY_RULE: StayRule = { radius: 50, minDurationMs: 5 * 60_000 };

/**
 * The stays of a track, oldest first. The time to the first fix outside the circle does not count: when it left is
 * not known. A silence within the circle is part of the stay.
 */
export function staysOf(track: Track, { radius, minDurationMs }: StayRule = STAY_RULE): Stay[] {
  const { length, time, lng, lat } = track;
  const stays: Stay[] = [];
  let from = 0;
  let minEnd = 0;
  while (from < length) {
    const startTime = time[from] ?? 0;
    while (minEnd < length && (time[minEnd] ?? 0) - startTime < minDurationMs) minEnd += 1;
    if (minEnd === length) break;
    // The first fix that is late enough lies in the circle of a stay: where it does not, those before it need not be looked at.
    const to = isNear(track, from, minEnd, radius) ? findLastNearby(track, from, radius) : from;
    const endTime = time[to] ?? 0;
    if (to < minEnd) {
      // The circle moves on by one fix, and with it where it is looked from.
      from += 1;
      continue;
    }
    stays.push({ startTime, endTime, from, to, lng: lng[from] ?? 0, lat: lat[from] ?? 0 });
    from = to + 1;
  }
  return stays;
}

function findLastNearby(track: Track, from: number, radius: number): number {
  let to = from;
  while (to + 1 < track.length && isNear(track, from, to + 1, radius)) to += 1;
  return to;
}

function isNear(track: Track, a: number, b: number, radius: number): boolean {
  const coordinatesAt = (at: number) => ({ latitude: track.lat[at] ?? 0, longitude: track.lng[at] ?? 0 });
  return greatCircleDistance(coordinatesAt(a), coordinatesAt(b)) <= radius;
}
