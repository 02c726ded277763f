import { interpolateOnMap } from '../geo/web-mercator.ts';
import { partitionPoint } from '../sorted/partition-point.ts';
import type { Track } from '../tracks/track.ts';

/** The position of a tracker at one time of its track. */
export interface PlaybackPosition {
  readonly lng: number;
  readonly lat: number;
  /** Degrees from north; null if unknown. */
  readonly course: number | null;
  /** km/h; null if unknown. */
  readonly speed: number | null;
  /** The last fix at or before the time; the first one before the start of the track. */
  readonly index: number;
  /** True in a gap: the position is that of the last fix, and the actual one is unknown. */
  readonly isGap: boolean;
}

/** The last fix at or before `time`; -1 before the first. O(log n). */
export function indexAt(track: Pick<Track, 'time' | 'length'>, time: number): number {
  return partitionPoint(track.length, (at) => (track.time[at] ?? 0) <= time) - 1;
}

/**
 * The position at `time`: between two fixes on the line that the map draws, with the course turning the short way; in a gap at
 * the last fix. Before the track it is the first fix, after it the last one; null for an empty track.
 */
export function positionAtTime(track: Track, time: number): PlaybackPosition | null {
  if (track.length === 0) return null;
  const index = Math.max(0, indexAt(track, time));
  const start = track.time[index] ?? 0;
  if (time <= start || index === track.length - 1) return positionAtFix(track, index, false);
  if (track.gap[index] === 1) return positionAtFix(track, index, true);
  const fraction = (time - start) / ((track.time[index + 1] ?? start) - start);
  return {
    ...interpolateOnMap(lngLatAt(track, index), lngLatAt(track, index + 1), fraction),
    course: interpolateNullable(
      nanToNull(track.course[index]),
      nanToNull(track.course[index + 1]),
      fraction,
      interpolateCourse,
    ),
    speed: interpolateNullable(
      nanToNull(track.speed[index]),
      nanToNull(track.speed[index + 1]),
      fraction,
      interpolateValue,
    ),
    index,
    isGap: false,
  };
}

/** Interpolates between two courses by the smaller angle; for 180 degrees it turns right. */
export function interpolateCourse(from: number, to: number, fraction: number): number {
  const difference = ((((to - from) % 360) + 540) % 360) - 180;
  const shortest = difference === -180 ? 180 : difference;
  return (((from + shortest * fraction) % 360) + 360) % 360;
}

function interpolateValue(from: number, to: number, fraction: number): number {
  return from + (to - from) * fraction;
}

function interpolateNullable(
  from: number | null,
  to: number | null,
  fraction: number,
  interpolate: (from: number, to: number, fraction: number) => number,
): number | null {
  return from === null || to === null ? from : interpolate(from, to, fraction);
}

function positionAtFix(track: Track, index: number, isGap: boolean): PlaybackPosition {
  return {
    ...lngLatAt(track, index),
    course: nanToNull(track.course[index]),
    speed: nanToNull(track.speed[index]),
    index,
    isGap,
  };
}

function lngLatAt(track: Track, index: number): { lng: number; lat: number } {
  return { lng: track.lng[index] ?? 0, lat: track.lat[index] ?? 0 };
}

/** A column value, with null for "unknown". */
export function nanToNull(value: number | undefined): number | null {
  return value === undefined || Number.isNaN(value) ? null : value;
}
