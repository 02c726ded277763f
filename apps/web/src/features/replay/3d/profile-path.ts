import { indexAt } from '@wakeline/domain/replay/playback';
import type { Track } from '@wakeline/domain/tracks/track';

/** The range of drawn heights. */
export interface HeightRange {
  readonly min: number;
  readonly max: number;
}

/**
 * The height range of tracks with a margin; null if no height is known. It covers at least 20 m, so that a flat track
 * stays flat.
 */
export function profileRange(tracks: readonly Track[]): HeightRange | null {
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { height } of tracks)
    for (const metres of height) {
      if (metres < min) min = metres;
      if (metres > max) max = metres;
    }
  if (min > max) return null;
  const margin = Math.max(10, (max - min) * 0.05);
  return { min: min - margin, max: max + margin };
}

/**
 * The height of a track over time as path data in a `width` by `height` drawing: the minimum and maximum of each
 * column, so that no peak is lost for tracks of any length. Interrupted at gaps and where the height is unknown.
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
  let isConnected = false;
  let at = 0;
  for (let column = 0; column < width; column += 1) {
    const until = start + ((column + 1) / width) * span;
    // Includes the last fix, which is at the very end.
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
      commands.push(`${isConnected ? 'L' : 'M'}${column} ${y(high)}`);
      commands.push(`L${column} ${y(low)}`);
      isConnected = true;
    }
    if (gap) isConnected = false;
  }
  return commands.join('');
}
