import { linkProgram, type Program } from '../3d/scene-program.ts';
import type { MapView } from '../map-view.ts';
import { type Atlas, createAtlas } from './atlas.ts';
import { type Box, fitBox, unionOf } from './box.ts';
import { isSameCamera, readCamera, type SurfaceCamera } from './camera.ts';
import { createFramePacer } from './frame-pacer.ts';
import { SURFACE_ORDER, type SurfaceLayerId } from './order.ts';
import styles from './surface.module.css';
import type { SurfaceLayer } from './surface-layer.ts';

/** What moves on a map, drawn on a canvas of its own above the map's canvas. */
export interface Surface {
  readonly atlas: Atlas;
  readCamera(): SurfaceCamera;
  /** Adds a layer at its place in the order, above others with the same id. Returns a function that removes it. */
  add(id: SurfaceLayerId, layer: SurfaceLayer): () => void;
  /** Draws in the next frame. */
  requestDraw(): void;
  /** Called by each user of the surface; the last one removes it. */
  close(): void;
}

/** Higher resolutions are not noticeable on moving markers. */
const MAX_PIXEL_RATIO = 2;
/** A canvas that got its size less than this before is not made smaller, milliseconds. */
const MIN_SHRINK_MS = 3_000;

interface OpenSurface {
  readonly surface: Omit<Surface, 'close'>;
  drawInto(context: CanvasRenderingContext2D, scale: number): void;
  stop(): void;
  users: number;
}

const surfaces = new WeakMap<MapView, OpenSurface>();

/**
 * Opens the surface of a view, one for all its users. Only for views from above.
 *
 * @throws Error if the browser has no WebGL 2
 */
export function openSurface(view: MapView): Surface {
  const open = surfaces.get(view) ?? createSurface(view);
  surfaces.set(view, open);
  open.users += 1;
  let closed = false;
  return {
    ...open.surface,
    close() {
      if (closed) return;
      closed = true;
      open.users -= 1;
      if (open.users > 0) return;
      surfaces.delete(view);
      open.stop();
    },
  };
}

const drawListeners = new WeakMap<MapView, Set<() => void>>();

/** Calls back after each frame of the surface of a view, also of one that is opened later. */
export function onSurfaceDraw(view: MapView, listener: () => void): { unsubscribe(): void } {
  const listeners = drawListeners.get(view) ?? new Set();
  drawListeners.set(view, listeners);
  listeners.add(listener);
  return { unsubscribe: () => void listeners.delete(listener) };
}

/** Draws the surface of a view into an image of its map, with `scale` image pixels for each map pixel. */
export function drawSurface(view: MapView, context: CanvasRenderingContext2D, scale: number): void {
  surfaces.get(view)?.drawInto(context, scale);
}

interface AddedLayer {
  readonly id: SurfaceLayerId;
  readonly layer: SurfaceLayer;
}

function createSurface(view: MapView): OpenSurface {
  const { engine } = view;
  const canvas = document.createElement('canvas');
  canvas.className = styles.canvas ?? '';
  canvas.hidden = true;
  const gl = canvas.getContext('webgl2', { antialias: false, depth: false, premultipliedAlpha: true });
  if (gl === null) throw new Error('this browser has no WebGL 2');
  engine.getCanvas().after(canvas);
  const atlas = createAtlas(requestDraw);
  atlas.open(gl);
  const programs = new Map<string, Program>();
  let layers: readonly AddedLayer[] = [];
  let box: Box | null = null;
  let drawnFor: SurfaceCamera | null = null;
  /** When the canvas got its size, milliseconds of the page's clock. */
  let resizedAt = 0;
  let isLost = false;
  /** The content has changed since the last frame. */
  let hasChanged = false;

  function program(vertex: string, fragment: string): Program {
    const key = vertex + fragment;
    const known = programs.get(key);
    if (known !== undefined) return known;
    const linked = linkProgram(gl as WebGL2RenderingContext, vertex, fragment);
    programs.set(key, linked);
    return linked;
  }

  function listUsedImages(): Set<string> {
    const keys = new Set<string>();
    for (const { layer } of layers) for (const key of layer.images()) keys.add(key);
    return keys;
  }

  /** Draws a frame; the canvas can be read until the end of the task. */
  function draw(now: number): void {
    if (isLost || gl === null) return;
    drawContent(gl, now);
    for (const listener of drawListeners.get(view) ?? []) listener();
  }

  function drawContent(gl: WebGL2RenderingContext, now: number): void {
    const camera = readCamera(view);
    atlas.startFrame(listUsedImages);
    let content: Box | null = null;
    const visible = layers.filter(({ layer }) => {
      const covered = layer.layOut({ camera, atlas, now });
      content = unionOf(content, covered);
      return covered !== null;
    });
    hasChanged = atlas.isPending;
    drawnFor = camera;
    canvas.hidden = content === null;
    if (content === null) return;
    const ratio = Math.min(MAX_PIXEL_RATIO, devicePixelRatio);
    box = fitBox(content, box, now - resizedAt > MIN_SHRINK_MS);
    if (placeCanvas(canvas, box, ratio)) resizedAt = now;
    gl.viewport(0, 0, canvas.width, canvas.height);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    for (const { layer } of visible) layer.draw({ camera, atlas, now, gl, canvas: box, ratio, program });
    gl.bindVertexArray(null);
  }

  function nextChange(now: number): number | null {
    const changes = layers.flatMap(({ layer }) => layer.nextChange(now) ?? []);
    return changes.length === 0 ? null : Math.min(...changes);
  }

  const frames = createFrames(gl, {
    draw,
    nextChange: (now) => (hasChanged ? 0 : nextChange(now)),
    isUrgent: () => hasChanged,
  });

  function requestDraw(): void {
    hasChanged = true;
    frames.request();
  }

  function release(context: WebGL2RenderingContext | null): void {
    for (const { layer } of layers) layer.release(context);
    if (context !== null) for (const linked of programs.values()) linked.dispose();
    programs.clear();
  }

  const handleLoss = (event: Event) => {
    // Without this the context is never restored.
    event.preventDefault();
    isLost = true;
    release(null);
    atlas.close();
    frames.drop();
  };
  const handleRestoration = () => {
    isLost = false;
    atlas.open(gl);
    requestDraw();
  };
  canvas.addEventListener('webglcontextlost', handleLoss);
  canvas.addEventListener('webglcontextrestored', handleRestoration);
  const subscriptions = [
    // In the same task as the map, so that markers never lag behind it.
    engine.on('render', () => {
      if (hasChanged || drawnFor === null || !isSameCamera(drawnFor, readCamera(view))) frames.drawNow();
    }),
    engine.on('resize', requestDraw),
  ];

  return {
    surface: {
      atlas,
      readCamera: () => readCamera(view),
      add(id, layer) {
        const added = { id, layer };
        layers = [...layers, added].toSorted(
          (a, b) => SURFACE_ORDER.indexOf(a.id) - SURFACE_ORDER.indexOf(b.id),
        );
        requestDraw();
        return () => {
          layers = layers.filter((other) => other !== added);
          layer.release(isLost ? null : gl);
          requestDraw();
        };
      },
      requestDraw,
    },
    drawInto(context, scale) {
      frames.drawNow();
      if (box === null || canvas.hidden) return;
      const { left, top, right, bottom } = box;
      context.drawImage(canvas, left * scale, top * scale, (right - left) * scale, (bottom - top) * scale);
    },
    stop() {
      frames.stop();
      for (const subscription of subscriptions) subscription.unsubscribe();
      canvas.removeEventListener('webglcontextlost', handleLoss);
      canvas.removeEventListener('webglcontextrestored', handleRestoration);
      canvas.remove();
      // Browsers limit the number of contexts, and collect unused ones late.
      gl.getExtension('WEBGL_lose_context')?.loseContext();
    },
    users: 0,
  };
}

/** Returns whether the canvas has a new size. */
function placeCanvas(canvas: HTMLCanvasElement, { left, top, right, bottom }: Box, ratio: number): boolean {
  const [width, height] = [right - left, bottom - top];
  const [columns, rows] = [Math.round(width * ratio), Math.round(height * ratio)];
  const isResized = canvas.width !== columns || canvas.height !== rows;
  if (isResized) {
    canvas.width = columns;
    canvas.height = rows;
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
  }
  canvas.style.transform = `translate(${left}px, ${top}px)`;
  return isResized;
}

interface FrameOptions {
  readonly draw: (now: number) => void;
  /** Milliseconds until the next frame is due; null: none is. */
  readonly nextChange: (now: number) => number | null;
  /** Whether the next frame is due to a change, which is not delayed on a slow machine. */
  readonly isUrgent: () => boolean;
}

/** The frames of a surface between those of the map. */
interface Frames {
  request(): void;
  drawNow(): void;
  /** The context is lost, and with it the frame that is not finished. */
  drop(): void;
  stop(): void;
}

function createFrames(gl: WebGL2RenderingContext, { draw, nextChange, isUrgent }: FrameOptions): Frames {
  const pacer = createFramePacer();
  let frame = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The frame that the graphics card has not finished. */
  let inFlight: { readonly fence: WebGLSync; readonly start: number } | null = null;

  function isFinished(now: number): boolean {
    if (inFlight === null) return true;
    const { fence, start } = inFlight;
    if (gl.getSyncParameter(fence, gl.SYNC_STATUS) !== gl.SIGNALED) return false;
    gl.deleteSync(fence);
    inFlight = null;
    pacer.add(start, now);
    return true;
  }

  function request(): void {
    if (frame === 0) frame = requestAnimationFrame(step);
  }

  function step(): void {
    frame = 0;
    const now = performance.now();
    // One frame at a time: more would only wait in the queue of the graphics card.
    if (gl.isContextLost()) return;
    if (!isFinished(now)) request();
    else if (!isUrgent() && now < pacer.nextAt) scheduleAt(pacer.nextAt - now);
    else drawNow();
  }

  function scheduleAt(delay: number): void {
    clearTimeout(timer);
    timer = setTimeout(request, delay);
  }

  function drawNow(): void {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    frame = 0;
    const now = performance.now();
    draw(now);
    if (inFlight === null && !gl.isContextLost()) {
      const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
      gl.flush();
      if (fence !== null) inFlight = { fence, start: now };
    }
    const delay = nextChange(now);
    if (delay === 0) request();
    else if (delay !== null) scheduleAt(delay);
  }

  return {
    request,
    drawNow,
    drop() {
      inFlight = null;
    },
    stop() {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    },
  };
}
