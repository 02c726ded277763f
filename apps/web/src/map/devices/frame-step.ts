/** Runs a step in the next frame, once for any number of requests. */
export interface FrameStep {
  request(): void;
  stop(): void;
}

export function createFrameStep(step: () => void): FrameStep {
  let frame: number | null = null;
  return {
    request() {
      frame ??= requestAnimationFrame(() => {
        frame = null;
        step();
      });
    },
    stop() {
      if (frame !== null) cancelAnimationFrame(frame);
    },
  };
}
