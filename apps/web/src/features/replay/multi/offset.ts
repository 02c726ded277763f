import { greatCircleDistance } from '@wakeline/domain/geo/great-circle';
import type { Track } from '@wakeline/domain/tracks/track';

/**
 * Metres from the first fix within which a device has not departed: the scatter of a stationary receiver, as for
 * stays.
 */
const DEPARTURE_METRES = 50;

/**
 * The departure fix: the last one near the first fix before two consecutive fixes are away from it, because a single
 * one is an outlier. If a gap hides the departure, it is the fix after the gap. A device that never leaves departs
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
 * The track in elapsed time: `time` is milliseconds since the departure, negative before. The other columns are
 * shared.
 */
export function toElapsedTrack(track: Track): Track {
  const start = track.time[findDeparture(track)] ?? 0;
  const time = new Float64Array(track.length);
  for (let at = 0; at < track.length; at += 1) time[at] = (track.time[at] ?? 0) - start;
  return { ...track, time };
}

function isNearStart(track: Track, at: number): boolean {
  const positionOf = (index: number) => ({
    latitude: track.lat[index] ?? 0,
    longitude: track.lng[index] ?? 0,
  });
  return greatCircleDistance(positionOf(0), positionOf(at)) <= DEPARTURE_METRES;
}
