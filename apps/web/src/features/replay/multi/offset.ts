import { greatCircleDistance } from '@wakeline/domain/geo/great-circle';
import type { Track } from '@wakeline/domain/tracks/track';

/** Metres from its first fix up to which a device has not set off: the scatter of a receiver that stands, as in stays. */
const DEPARTURE_METRES = 50;

/**
 * The fix with which a device sets off: the last one near the first fix before two in a row are away from it; one alone is a
 * jump of the receiver. Where nobody knows when it left, because there is a gap, it is the fix after that. A device that never leaves sets off
 * with its first fix; -1 for an empty track.
 */
export function findDeparture(track: Track): number {
  for (let at = 1; at < track.length; at += 1) {
    if (isNearStart(track, at) || (at + 1 < track.length && isNearStart(track, at + 1))) continue;
    return track.gap[at - 1] === 1 ? at : at - 1;
  }
  return track.length === 0 ? -1 : 0;
}

/**
 * The track by its own watch, which begins with the fix that it sets off with: `time` is milliseconds since then, negative before.
 * The other columns are the same ones.
 */
export function toElapsedTrack(track: Track): Track {
  const start = track.time[findDeparture(track)] ?? 0;
  const time = new Float64Array(track.length);
  for (let at = 0; at < track.length; at += 1) time[at] = (track.time[at] ?? 0) - start;
  return { ...track, time };
}

function isNearStart(track: Track, at: number): boolean {
  const place = (index: number) => ({
    latitude: track.lat[index] ?? 0,
    longitude: track.lng[index] ?? 0,
  });
  return greatCircleDistance(place(0), place(at)) <= DEPARTURE_METRES;
}
