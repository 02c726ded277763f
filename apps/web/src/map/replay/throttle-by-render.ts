import type { MapView } from '../map-view.ts';

/** Milliseconds of a frame that is drawn in time: after it the next one may come at once. */
const FAST_FRAME_MS = 20;
/** Of a slower one, how many times as long the map then rests. */
const PAUSE_FACTOR = 2;

/**
 * Lets changes of a map through one after the other, the newest only: not before all of the last one is drawn, and then after twice as long a
 * rest. Where drawing is slow (no graphics card), the page keeps most of its time for what moves beside the map.
 *
 * @param change makes the change; answers null when there was nothing to change, else resolves when the map has taken it.
 */
export function throttleByRender(view: MapView, change: () => Promise<unknown> | null): () => void {
  const { engine } = view;
  let busy = false;
  let isPending = false;

  async function run(): Promise<void> {
    busy = true;
    try {
      while (isPending) {
        isPending = false;
        const start = performance.now();
        const update = change();
        if (update === null) continue;
        await update;
        await waitForRender(engine);
        const duration = performance.now() - start;
        if (duration > FAST_FRAME_MS)
          await new Promise((resolve) => setTimeout(resolve, PAUSE_FACTOR * duration));
      }
    } finally {
      busy = false;
    }
  }

  return () => {
    isPending = true;
    if (!busy) void run();
  };
}

/** Resolves when the graphics side has drawn the next frame of the map, or never will. */
async function waitForRender(engine: MapView['engine']): Promise<void> {
  await new Promise<void>((resolve) => {
    const subscription = engine.on('render', done);
    const removal = engine.on('remove', done);
    function done(): void {
      subscription.unsubscribe();
      removal.unsubscribe();
      resolve();
    }
    engine.triggerRepaint();
  });
  const gl = engine.getCanvas().getContext('webgl2');
  const fence = gl?.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0) ?? null;
  if (gl === null || fence === null) return;
  gl.flush();
  while (!gl.isContextLost() && gl.getSyncParameter(fence, gl.SYNC_STATUS) === gl.UNSIGNALED)
    await new Promise((resolve) => setTimeout(resolve, 4));
  gl.deleteSync(fence);
}
