import { indexAt, placeAt } from '@wakeline/domain/replay/playback';
import { partitionPoint } from '@wakeline/domain/sorted/partition-point';
import type { Track } from '@wakeline/domain/tracks/track';
import { fixesBetween, type TrackLine } from '@wakeline/domain/tracks/track-line';
import type { LinePoint } from './line-by-class.ts';

/** What of a track is drawn strong: from the end of the wake to the marker. */
export interface Travelled {
  /** Pieces that are travelled as a whole: from `first` to before `end`. */
  readonly first: number;
  readonly end: number;
  /** Lines of the pieces that are travelled in part. */
  readonly parts: readonly (readonly LinePoint[])[];
}

export const NOTHING_TRAVELLED: Travelled = { first: 0, end: 0, parts: [] };

/**
 * What was travelled in the last `wake` milliseconds before `time`; null: since the start. It costs the search and
 * at most two pieces, however long the track is.
 *
 * @param leastOf the level from which fixes are on the line of a piece.
 */
export function travelled(
  track: Track,
  line: TrackLine,
  time: number,
  wake: number | null,
  leastOf: (piece: number) => number = () => line.least,
): Travelled {
  const { pieces } = line;
  const start = wake === null ? Number.NEGATIVE_INFINITY : time - wake;
  const now = indexAt(track, time);
  if (now < 0 || wake === 0) return NOTHING_TRAVELLED;
  const from = indexAt(track, start);
  // The piece in which the marker is, and the one in which the wake ends.
  const head = firstPiece(pieces, (piece) => piece.to > now);
  const tail = firstPiece(pieces, (piece) => piece.to > from);
  const parts: LinePoint[][] = [];
  const partly = (index: number, a: number, b: number) => {
    const piece = pieces[index];
    if (piece === undefined) return;
    const fixes = fixesBetween(line.levels, leastOf(index), Math.max(a, piece.from), Math.min(b, piece.to));
    const part = cut(track, fixes, start, time);
    if (part.length > 1) parts.push(part);
  };
  const wholeFromStart = from < 0 || (pieces[tail]?.from ?? 0) > from;
  const first = wholeFromStart ? tail : tail + 1;
  if (!wholeFromStart) partly(tail, from, now);
  if (head !== tail || wholeFromStart) partly(head, 0, now);
  return { first: Math.min(first, head), end: head, parts };
}

/** The line through some fixes, cut exactly at the two times where they fall between fixes. */
function cut(track: Track, fixes: readonly number[], start: number, time: number): LinePoint[] {
  const a = fixes[0] ?? 0;
  const b = fixes.at(-1) ?? 0;
  const cutStart = (track.time[a] ?? 0) < start ? placeAt(track, start) : null;
  const cutEnd = time > (track.time[b] ?? time) ? placeAt(track, time) : null;
  const points: LinePoint[] = [];
  if (cutStart !== null && !cutStart.gap) points.push({ ...cutStart, fix: a });
  for (const fix of fixes) {
    // Between the cut and the next drawn fix others may lie, also before the cut.
    if (cutStart !== null && fix <= cutStart.index) continue;
    points.push({ fix, lng: track.lng[fix] ?? 0, lat: track.lat[fix] ?? 0 });
  }
  if (cutEnd !== null && cutEnd.index === b && !cutEnd.gap) points.push({ ...cutEnd, fix: b });
  return points;
}
/** The first index whose piece fulfils a condition that holds from some piece on; the number of pieces if none does. */
function firstPiece(
  pieces: TrackLine['pieces'],
  holds: (piece: TrackLine['pieces'][number]) => boolean,
): number {
  return partitionPoint(pieces.length, (at) => {
    const piece = pieces[at];
    return piece === undefined || !holds(piece);
  });
}
