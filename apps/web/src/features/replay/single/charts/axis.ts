import { indexAt } from '@wakeline/domain/replay/playback';
import type { Track } from '@wakeline/domain/tracks/track';
import { firstIndexFrom } from './columns.ts';

/** What the charts run along. */
export const AXES = ['time', 'distance'] as const;
export type AxisKind = (typeof AXES)[number];

/** A part of a track's time, epoch milliseconds. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The axis that all charts of a track share, as far as it is seen. */
export interface Axis {
  readonly kind: AxisKind;
  /** Of each fix, not decreasing: epoch milliseconds, or metres since the first fix. */
  readonly x: Float64Array;
  /** What is seen, in the unit of `x`; `to` is above `from`. */
  readonly from: number;
  readonly to: number;
}

type TrackAxes = Pick<Track, 'length' | 'time' | 'distance' | 'gap'>;

/**
 * The axis of a track.
 *
 * @param span the part that is looked at; null: all.
 */
export function createAxis(track: TrackAxes, kind: AxisKind, span: Span | null): Axis {
  const x = kind === 'time' ? track.time : track.distance;
  const { start, end } = span ?? { start: track.time[0] ?? 0, end: track.time[track.length - 1] ?? 0 };
  const from = xAt(track, kind, start);
  // One fix, or a device that did not move, still has an axis.
  return { kind, x, from, to: Math.max(from + 1, xAt(track, kind, end)) };
}

/** Where a moment lies on the axis as it is seen: 0 is the left edge, 1 the right one. */
export function shareAt(track: TrackAxes, { kind, from, to }: Axis, time: number): number {
  return (xAt(track, kind, time) - from) / (to - from);
}

/** The moment at a share of the axis, within the track. Where the device stood, the first one that has the distance. */
export function timeAt(track: TrackAxes, { kind, x, from, to }: Axis, share: number): number {
  const first = track.time[0] ?? 0;
  const last = track.time[track.length - 1] ?? 0;
  const wanted = from + share * (to - from);
  if (kind === 'time') return Math.min(last, Math.max(first, wanted));
  const at = firstIndexFrom(x, wanted);
  if (at === 0) return first;
  if (at >= track.length) return last;
  return interpolate(x[at - 1] ?? 0, track.time[at - 1] ?? 0, x[at] ?? 0, track.time[at] ?? 0, wanted);
}

function xAt(track: TrackAxes, kind: AxisKind, time: number): number {
  if (kind === 'time') return time;
  const at = Math.max(0, indexAt(track, time));
  const here = track.distance[at] ?? 0;
  // In a gap nobody knows how far it has come.
  if (at + 1 >= track.length || track.gap[at] === 1 || time <= (track.time[at] ?? 0)) return here;
  return interpolate(track.time[at] ?? 0, here, track.time[at + 1] ?? 0, track.distance[at + 1] ?? 0, time);
}

function interpolate(x1: number, y1: number, x2: number, y2: number, x: number): number {
  return x2 === x1 ? y1 : y1 + ((x - x1) / (x2 - x1)) * (y2 - y1);
}
