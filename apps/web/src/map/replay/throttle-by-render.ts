import type { MapView } from '../map-view.ts';

/** Duration of a fast frame, milliseconds: after it, the next change may follow immediately. */
const FAST_FRAME_MS = 20;
/** Pause after a slower frame, as a multiple of its duration. */
const PAUSE_FACTOR = 2;

/**
 * Applies changes of a map one after the other, skipping outdated ones: each waits until the last one is drawn, and
 * then for twice that time. If rendering is slow (no graphics card), the page keeps most of its time for other
 * animations.
 *
 * @param change applies the change; returns null if nothing changed, else resolves when the map has applied it
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

/** Resolves when the graphics card has drawn the next frame of the map, or the map is removed. */
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
