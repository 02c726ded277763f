import { nearestLng } from '../geo/web-mercator.ts';
import { chooseMinLevel, levelsOf } from './significance.ts';
import type { Track } from './track.ts';

type Position = [lng: number, lat: number];

/** A segment of a track's line between gaps, short enough to be redrawn in each frame. */
export interface TrackSegment {
  /** Index of its first and last fix; the next segment starts with the last fix of this one unless there is a gap. */
  readonly from: number;
  readonly to: number;
  /** Longitudes are unwrapped across the antimeridian: they may exceed 180. At least two positions. */
  readonly line: Position[];
}

export interface TrackLine {
  readonly segments: readonly TrackSegment[];
  /** From the fix before a gap to the one after it: the path is unknown. */
  readonly gaps: readonly { readonly from: number; readonly line: [Position, Position] }[];
  /** The significance of each fix: levels of `levelOf`. */
  readonly levels: Uint8Array;
  /** The level from which fixes are on the lines of the segments; the others are too close to the line to be drawn. */
  readonly minLevel: number;
}

/** Fixes per segment. */
const SEGMENT_FIXES = 512;
/** Positions of a complete track; the area near the viewer is redrawn with more of them. */
const MAX_POSITIONS = 30_000;

/** The line of a track in segments, with at most as many positions as a map can draw at once. */
export function createTrackLine(
  track: Track,
  maxPositions = MAX_POSITIONS,
  levels = levelsOf(track),
): TrackLine {
  const minLevel = chooseMinLevel(levels, maxPositions);
  const segments: TrackSegment[] = [];
  const gaps: { from: number; line: [Position, Position] }[] = [];
  let from = 0;
  for (let at = 0; at < track.length; at += 1) {
    const gap = track.gap[at] === 1;
    const isEnd = gap || at === track.length - 1;
    if (!isEnd && at - from < SEGMENT_FIXES) continue;
    if (at > from) segments.push({ from, to: at, line: lineBetween(track, levels, minLevel, from, at) });
    if (gap) gaps.push({ from: at, line: unwrapPair(positionAt(track, at), positionAt(track, at + 1)) });
    from = gap ? at + 1 : at;
  }
  return { segments, gaps, levels, minLevel };
}

/** The line from one fix to another: both ends, and the fixes between them from level `minLevel` on. */
export function lineBetween(
  track: Track,
  levels: Uint8Array,
  minLevel: number,
  from: number,
  to: number,
): Position[] {
  const line: Position[] = [];
  for (const at of fixesBetween(levels, minLevel, from, to)) pushUnwrapped(line, positionAt(track, at));
  return line;
}

/** The indexes of the fixes on such a line. */
export function fixesBetween(levels: Uint8Array, minLevel: number, from: number, to: number): number[] {
  const fixes = [from];
  for (let at = from + 1; at < to; at += 1) if ((levels[at] ?? 0) >= minLevel) fixes.push(at);
  if (to > from) fixes.push(to);
  return fixes;
}

/** Adds a position with its longitude unwrapped, so that the line does not go around the earth. */
export function pushUnwrapped(line: Position[], [lng, lat]: Position): void {
  const before = line.at(-1);
  line.push(before === undefined ? [lng, lat] : [nearestLng(lng, before[0]), lat]);
}

function unwrapPair(from: Position, to: Position): [Position, Position] {
  return [from, [nearestLng(to[0], from[0]), to[1]]];
}

function positionAt(track: Track, at: number): Position {
  return [track.lng[at] ?? 0, track.lat[at] ?? 0];
}
