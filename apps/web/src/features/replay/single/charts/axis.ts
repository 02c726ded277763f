import { indexAt } from '@wakeline/domain/replay/playback';
import type { Track } from '@wakeline/domain/tracks/track';
import { firstIndexFrom } from './columns.ts';

/** The selectable axes of the charts. */
export const AXES = ['time', 'distance'] as const;
export type AxisKind = (typeof AXES)[number];

/** A time range of a track, epoch milliseconds. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The visible axis, shared by all charts of a track. */
export interface Axis {
  readonly kind: AxisKind;
  /** For each fix, not decreasing: epoch milliseconds, or metres since the first fix. */
  readonly x: Float64Array;
  /** The visible range, in the unit of `x`; `to` is above `from`. */
  readonly from: number;
  readonly to: number;
}

type TrackAxes = Pick<Track, 'length' | 'time' | 'distance' | 'gap'>;

/**
 * The axis of a track.
 *
 * @param span the visible range; null: all
 */
export function createAxis(track: TrackAxes, kind: AxisKind, span: Span | null): Axis {
  const x = kind === 'time' ? track.time : track.distance;
  const { start, end } = span ?? { start: track.time[0] ?? 0, end: track.time[track.length - 1] ?? 0 };
  const from = xAt(track, kind, start);
  // A single fix, or a stationary device, still has an axis.
  return { kind, x, from, to: Math.max(from + 1, xAt(track, kind, end)) };
}

/** The position of a time on the visible axis: 0 is the left edge, 1 the right one. */
export function shareAt(track: TrackAxes, { kind, from, to }: Axis, time: number): number {
  return (xAt(track, kind, time) - from) / (to - from);
}

/** The time at a fraction of the axis, within the track. For a stationary period it is the time of arrival. */
export function timeAt(track: TrackAxes, { kind, x, from, to }: Axis, share: number): number {
  const first = track.time[0] ?? 0;
  const last = track.time[track.length - 1] ?? 0;
  const value = from + share * (to - from);
  if (kind === 'time') return Math.min(last, Math.max(first, value));
  const at = firstIndexFrom(x, value);
  if (at === 0) return first;
  if (at >= track.length) return last;
  return interpolate(x[at - 1] ?? 0, track.time[at - 1] ?? 0, x[at] ?? 0, track.time[at] ?? 0, value);
}

function xAt(track: TrackAxes, kind: AxisKind, time: number): number {
  if (kind === 'time') return time;
  const at = Math.max(0, indexAt(track, time));
  const here = track.distance[at] ?? 0;
  // The distance is unknown in a gap.
  if (at + 1 >= track.length || track.gap[at] === 1 || time <= (track.time[at] ?? 0)) return here;
  return interpolate(track.time[at] ?? 0, here, track.time[at + 1] ?? 0, track.distance[at + 1] ?? 0, time);
}

function interpolate(x1: number, y1: number, x2: number, y2: number, x: number): number {
  return x2 === x1 ? y1 : y1 + ((x - x1) / (x2 - x1)) * (y2 - y1);
}
