/** Duration of a fast frame, milliseconds: the next one may follow immediately. */
const FAST_FRAME_MS = 20;
/** Pause after a slower frame, as a multiple of its duration. */
const PAUSE_FACTOR = 1;
/** Weight of the newest frame in the mean duration. */
const NEWEST = 0.3;

/**
 * Limits the frames of an animation to a share of the time, so that a slow machine (no graphics card) has time for the
 * page.
 */
export interface FramePacer {
  /** A frame was drawn from `start` to `end`, milliseconds of the page's clock. */
  add(start: number, end: number): void;
  /** Milliseconds of the page's clock from which the next frame may be drawn. */
  readonly nextAt: number;
}

export function createFramePacer(): FramePacer {
  let mean = 0;
  let nextAt = 0;
  return {
    add(start, end) {
      const duration = end - start;
      mean = mean === 0 ? duration : mean + (duration - mean) * NEWEST;
      nextAt = mean > FAST_FRAME_MS ? end + mean * PAUSE_FACTOR : end;
    },
    get nextAt() {
      return nextAt;
    },
  };
}
