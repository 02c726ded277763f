import { indexAt } from '@wakeline/domain/replay/playback';
import type { Track } from '@wakeline/domain/tracks/track';

/** Values between which heights are drawn. */
export interface HeightRange {
  readonly min: number;
  readonly max: number;
}

/** Least and greatest height of some tracks, with a little room; null when none has one. A flat way stays flat: at least 20 m are drawn. */
export function profileRange(tracks: readonly Track[]): HeightRange | null {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { height } of tracks)
    for (const metres of height) {
      if (metres < least) least = metres;
      if (metres > most) most = metres;
    }
  if (least > most) return null;
  const margin = Math.max(10, (most - least) * 0.05);
  return { min: least - margin, max: most + margin };
}

/**
 * The height of a track over its time as path data on a drawing of `width` by `height`: the least and the greatest of each column, so that
 * no peak is lost however long the track is. Interrupted where the height is not known and at gaps.
 */
export function profilePath(
  track: Track,
  { start, end }: { readonly start: number; readonly end: number },
  { min, max }: HeightRange,
  width: number,
  height: number,
): string {
  const y = (metres: number) => (height - ((metres - min) / (max - min)) * height).toFixed(1);
  const span = Math.max(1, end - start);
  const commands: string[] = [];
  let pen = false;
  let at = 0;
  for (let column = 0; column < width; column += 1) {
    const until = start + ((column + 1) / width) * span;
    // The last fix lies at the very end.
    const last = column === width - 1 ? track.length - 1 : indexAt(track, until);
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    let gap = false;
    for (; at <= last; at += 1) {
      const metres = track.height[at] ?? Number.NaN;
      if (metres < low) low = metres;
      if (metres > high) high = metres;
      if (track.gap[at] === 1) gap = true;
    }
    if (low <= high) {
      commands.push(`${pen ? 'L' : 'M'}${column} ${y(high)}`);
      commands.push(`L${column} ${y(low)}`);
      pen = true;
    }
    if (gap) pen = false;
  }
  return commands.join('');
}
