/** Times are sent relative to an epoch that is never older than this, so that they fit into 32 bits. */
const MAX_AGE_MS = 3_600_000;

/** Converts times of the page's clock to the 32-bit times of a shader. */
export interface MotionTimes {
  /** Milliseconds since the epoch. */
  toShader(time: number): number;
  /** Moves the epoch to `now` if it is old. Returns whether it has moved: then all times are sent again. */
  renew(now: number): boolean;
}

export function createMotionTimes(): MotionTimes {
  let epoch = 0;
  return {
    toShader: (time) => time - epoch,
    renew(now) {
      if (now - epoch < MAX_AGE_MS) return false;
      epoch = now;
      return true;
    },
  };
}
