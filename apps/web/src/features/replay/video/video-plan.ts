import { rateOf, SPEED } from '@wakeline/domain/replay/replay-clock';

/** A video is at most so long, and so large: milliseconds, bytes. */
export const LONGEST_VIDEO_MS = 10 * 60_000;
export const LARGEST_VIDEO_BYTES = 256 * 1_048_576;
/** One that is shorter than this shows nothing. */
const SHORTEST_VIDEO_MS = 2_000;
/** What is offered is the speed of the clock when it fits, and what makes a video of about this length when it does not. */
const USUAL_VIDEO_MS = 30_000;

/** Milliseconds of a video that shows so much time at a level of the clock. */
export function videoLength(span: number, level: number): number {
  return span / rateOf(level);
}

/** The levels at which a span makes a video that is neither too short nor too long; never none. */
export function videoLevels(span: number): number[] {
  const all = Array.from({ length: SPEED.max }, (_, index) => index + SPEED.min);
  const fits = all.filter((level) => {
    const length = videoLength(span, level);
    return length >= SHORTEST_VIDEO_MS && length <= LONGEST_VIDEO_MS;
  });
  return fits.length > 0 ? fits : [SPEED.min];
}

/** The level that is proposed: the clock's, if it may be. */
export function proposedLevel(span: number, level: number): number {
  const levels = videoLevels(span);
  if (levels.includes(level)) return level;
  const off = (one: number) => Math.abs(Math.log2(videoLength(span, one) / USUAL_VIDEO_MS));
  return levels.reduce((best, one) => (off(one) < off(best) ? one : best));
}
