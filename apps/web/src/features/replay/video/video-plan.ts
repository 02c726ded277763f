import { REPLAY_LEVEL, rateOf } from '@wakeline/domain/replay/replay-clock';

/** A video is at most so long, and so large: milliseconds, bytes. */
export const MAX_VIDEO_MS = 10 * 60_000;
export const MAX_VIDEO_BYTES = 256 * 1_048_576;
/** One that is shorter than this shows nothing. */
const MIN_VIDEO_MS = 2_000;
/** What is offered is the speed of the clock when it fits, and what makes a video of about this length when it does not. */
const TARGET_VIDEO_MS = 30_000;

/** Milliseconds of a video that shows so much time at a level of the clock. */
export function videoLength(span: number, level: number): number {
  return span / rateOf(level);
}

/** The levels at which a span makes a video that is neither too short nor too long; never none. */
export function videoLevels(span: number): number[] {
  const all = Array.from({ length: REPLAY_LEVEL.max }, (_, index) => index + REPLAY_LEVEL.min);
  const fits = all.filter((level) => {
    const length = videoLength(span, level);
    return length >= MIN_VIDEO_MS && length <= MAX_VIDEO_MS;
  });
  return fits.length > 0 ? fits : [REPLAY_LEVEL.min];
}

/** The level that is proposed: the clock's, if it may be. */
export function proposedLevel(span: number, level: number): number {
  const levels = videoLevels(span);
  if (levels.includes(level)) return level;
  const off = (one: number) => Math.abs(Math.log2(videoLength(span, one) / TARGET_VIDEO_MS));
  return levels.reduce((best, one) => (off(one) < off(best) ? one : best));
}
