/** Runs a step in the next frame, and in the ones after it for as long as there is something left to do. */
export interface FrameLoop {
  request(): void;
  stop(): void;
}

/** @param step gets the time of the page's clock; answers whether it wants the next frame too. */
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
