import { greatCircleDistance } from './great-circle.ts';
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
  readonly shortest: number;
}

/** Wider than the scatter of a good receiver, longer than a traffic light. */
export const STAY_RULE: StayRule = { radius: 50, shortest: 5 * 60_000 };

/**
 * The stays of a track, oldest first. The time to the first fix outside the circle does not count: when it left is
 * not known. A silence within the circle is part of the stay.
 */
export function staysOf(track: Track, { radius, shortest }: StayRule = STAY_RULE): Stay[] {
  const stays: Stay[] = [];
  let from = 0;
  for (let at = 1; at <= track.length; at += 1) {
    if (at < track.length && isNear(track, from, at, radius)) continue;
    const to = at - 1;
    const startTime = track.time[from] ?? 0;
    const endTime = track.time[to] ?? 0;
    if (endTime - startTime >= shortest) {
      stays.push({ startTime, endTime, from, to, lng: track.lng[from] ?? 0, lat: track.lat[from] ?? 0 });
      from = at;
    } else {
      // The circle moves on by one fix, and with it where it is looked from.
      from += 1;
      at = from;
    }
  }
  return stays;
}

function isNear(track: Track, a: number, b: number, radius: number): boolean {
  const place = (at: number) => ({ latitude: track.lat[at] ?? 0, longitude: track.lng[at] ?? 0 });
  return greatCircleDistance(place(a), place(b)) <= radius;
}
