import { greatCircleDistance } from '../geo/great-circle.ts';
import type { Track } from './track.ts';

/** A period during which a tracker stayed in one place. */
export interface Stay {
  /** Epoch milliseconds. */
  readonly startTime: number;
  readonly endTime: number;
  /** Index of its first and last fix. */
  readonly from: number;
  readonly to: number;
  readonly lng: number;
  readonly lat: number;
}

export interface StayRule {
  /** Metres from its first fix within which it stays. */
  readonly radius: number;
  /** Minimum duration in milliseconds. */
  readonly minDurationMs: number;
}

/** Wider than the scatter of a good receiver, longer than a traffic light. */
export const STAY_RULE: StayRule = { radius: 50, minDurationMs: 5 * 60_000 };

/**
 * The stays of a track, oldest first. The time to the first fix outside the circle does not count, because the time of departure
 * is unknown. A gap within the circle is part of the stay.
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
    // In a stay, the first fix after the minimum duration lies in the circle; if it does not, the earlier ones need no check.
    const to = isNear(track, from, minEnd, radius) ? findLastNearby(track, from, radius) : from;
    const endTime = time[to] ?? 0;
    if (to < minEnd) {
      // Moves the centre of the circle on by one fix.
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
