import { indexAt, placeAt } from '@wakeline/domain/playback';
import type { Track } from '@wakeline/domain/track';
import { lineBetween, runOn, type TrackLine } from '@wakeline/domain/track-line';

type Line = [lng: number, lat: number][];

/** What of a track is drawn strong: from the end of the wake to the marker. */
export interface Travelled {
  /** Pieces that are travelled as a whole: from `first` to before `end`. */
  readonly first: number;
  readonly end: number;
  /** Lines of the pieces that are travelled in part. */
  readonly parts: readonly Line[];
}

const NOTHING: Travelled = { first: 0, end: 0, parts: [] };

/**
 * What was travelled in the last `wake` milliseconds before `time`; null: since the start. It costs the search and
 * at most two pieces, however long the track is.
 */
export function travelled(track: Track, line: TrackLine, time: number, wake: number | null): Travelled {
  const { pieces } = line;
  const start = wake === null ? Number.NEGATIVE_INFINITY : time - wake;
  const now = indexAt(track, time);
  if (now < 0) return NOTHING;
  const from = indexAt(track, start);
  // The piece in which the marker is, and the one in which the wake ends.
  const head = firstPiece(pieces, (piece) => piece.to > now);
  const tail = firstPiece(pieces, (piece) => piece.to > from);
  const parts: Line[] = [];
  const partly = (index: number, a: number, b: number) => {
    const piece = pieces[index];
    if (piece === undefined) return;
    const part = partBetween(track, line, Math.max(a, piece.from), Math.min(b, piece.to), start, time);
    if (part.length > 1) parts.push(part);
  };
  const wholeFromStart = from < 0 || (pieces[tail]?.from ?? 0) > from;
  const first = wholeFromStart ? tail : tail + 1;
  if (!wholeFromStart) partly(tail, from, now);
  if (head !== tail || wholeFromStart) partly(head, 0, now);
  return { first: Math.min(first, head), end: head, parts };
}

/** The line from fix `a` to fix `b`, cut exactly at the two times where they fall between fixes. */
function partBetween(track: Track, line: TrackLine, a: number, b: number, start: number, time: number): Line {
  const cutStart = (track.time[a] ?? 0) < start ? placeAt(track, start) : null;
  const cutEnd = time > (track.time[b] ?? time) ? placeAt(track, time) : null;
  const positions: Line = [];
  if (cutStart !== null && !cutStart.gap) positions.push([cutStart.lng, cutStart.lat]);
  const from = cutStart === null ? a : a + 1;
  if (from <= b)
    for (const position of lineBetween(track, line.levels, line.least, from, b)) runOn(positions, position);
  if (cutEnd !== null && cutEnd.index === b && !cutEnd.gap) runOn(positions, [cutEnd.lng, cutEnd.lat]);
  return positions;
}

/** The first index whose piece fulfils a condition that holds from some piece on; the number of pieces if none does. */
function firstPiece(
  pieces: TrackLine['pieces'],
  holds: (piece: TrackLine['pieces'][number]) => boolean,
): number {
  let low = 0;
  let high = pieces.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const piece = pieces[middle];
    if (piece !== undefined && holds(piece)) high = middle;
    else low = middle + 1;
  }
  return low;
}
