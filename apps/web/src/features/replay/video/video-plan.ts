import { REPLAY_LEVEL, rateOf } from '@wakeline/domain/replay/replay-clock';

/** Maximum length and size of a video: milliseconds, bytes. */
export const MAX_VIDEO_MS = 10 * 60_000;
export const MAX_VIDEO_BYTES = 256 * 1_048_576;
/** Shorter videos are useless. */
const MIN_VIDEO_MS = 2_000;
/** Target length if the clock's speed is not possible. */
const TARGET_VIDEO_MS = 30_000;

/** Length of a video of this time span at a speed level, milliseconds. */
export function videoLength(span: number, level: number): number {
  return span / rateOf(level);
}

/** The levels at which a video of the span is neither too short nor too long; never empty. */
export function videoLevels(span: number): number[] {
  const all = Array.from({ length: REPLAY_LEVEL.max }, (_, index) => index + REPLAY_LEVEL.min);
  const fits = all.filter((level) => {
    const length = videoLength(span, level);
    return length >= MIN_VIDEO_MS && length <= MAX_VIDEO_MS;
  });
  return fits.length > 0 ? fits : [REPLAY_LEVEL.min];
}

/** The proposed level: the clock's, if it is possible. */
export function proposedLevel(span: number, level: number): number {
  const levels = videoLevels(span);
  if (levels.includes(level)) return level;
  const deviation = (one: number) => Math.abs(Math.log2(videoLength(span, one) / TARGET_VIDEO_MS));
  return levels.reduce((best, one) => (deviation(one) < deviation(best) ? one : best));
}
