import type { MapView } from '../map-view.ts';

/** Duration of a fast frame, milliseconds: after it, the next change may follow immediately. */
const FAST_FRAME_MS = 20;

/** `steady`: changes follow a clock or a movement; `dragged`: the user drags something that must follow smoothly. */
export type RenderPace = 'steady' | 'dragged';

/** Pause after a slower frame, as a multiple of its duration; while dragging also before the first one. */
const PAUSE_FACTOR: Readonly<Record<RenderPace, number>> = { steady: 2, dragged: 12 };
/** What is dragged rests: the map may follow, milliseconds. Steps on a busy page are up to 0.3 s apart. */
const REST_MS = 400;
/** Before the first frame its duration is unknown; compiling shaders takes longer than any other frame. */
const UNKNOWN_MS = 100;
/** Interval in which a pause is checked, milliseconds. */
const CHECK_MS = 40;

/**
 * Applies changes of a map one after the other, skipping outdated ones: each waits until the last one is drawn, and
 * then for a multiple of that time. If rendering is slow (no graphics card), the page keeps most of its time for other
 * animations.
 *
 * @param change applies the change; returns null if nothing changed, else resolves when the map has applied it
 */
export function throttleByRender(
  view: MapView,
  change: () => Promise<unknown> | null,
): (pace?: RenderPace) => void {
  const { engine } = view;
  let busy = false;
  let isPending = false;
  let pace: RenderPace = 'steady';
  let requestedAt = Number.NEGATIVE_INFINITY;
  let draggedSince = 0;
  let last = { end: Number.NEGATIVE_INFINITY, duration: UNKNOWN_MS };

  function mayDraw(): boolean {
    const now = performance.now();
    if (last.duration <= FAST_FRAME_MS) return true;
    const isDragged = pace === 'dragged' && now - requestedAt < REST_MS;
    const since = isDragged ? Math.max(last.end, draggedSince) : last.end;
    return now - since >= PAUSE_FACTOR[isDragged ? 'dragged' : 'steady'] * last.duration;
  }

  async function run(): Promise<void> {
    busy = true;
    try {
      while (isPending) {
        while (!mayDraw()) await new Promise((resolve) => setTimeout(resolve, CHECK_MS));
        isPending = false;
        const start = performance.now();
        const update = change();
        if (update === null) continue;
        await update;
        await waitForRender(engine);
        const end = performance.now();
        last = { end, duration: end - start };
      }
    } finally {
      busy = false;
    }
  }

  return (nextPace = 'steady') => {
    const now = performance.now();
    if (now - requestedAt >= REST_MS) draggedSince = now;
    isPending = true;
    pace = nextPace;
    requestedAt = now;
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
