/** Runs a step in the next frame, and repeats it as long as the step returns true. */
export interface FrameLoop {
  request(): void;
  stop(): void;
}

/** @param step receives the time of the page's clock; returns whether it needs another frame */
export function createFrameLoop(step: (now: number) => boolean): FrameLoop {
  let frame: number | null = null;
  function request(): void {
    frame ??= requestAnimationFrame((now) => {
      frame = null;
      if (step(now)) request();
    });
  }
  return {
    request,
    stop() {
      if (frame !== null) cancelAnimationFrame(frame);
    },
  };
}
