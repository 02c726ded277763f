import { split } from '../3d/scene-matrix.ts';
import type { Program } from '../3d/scene-program.ts';
import { type Box, createExtent } from './box.ts';
import { boundsOf, type SurfaceCamera, toPixel, visibleCopies } from './camera.ts';
import { createInstanceBuffer, packAttributes } from './instance-buffer.ts';
import { createMotionTimes } from './motion-times.ts';
import { isMoving, type MovingPoint, pointAt } from './moving-point.ts';
import { type SurfaceFrame, type SurfaceLayout, setView } from './surface-layer.ts';

/** Floats of a motion. */
const MOTION_FLOATS = 10;

export interface MovingInstancesOptions<Item> {
  /** Floats of the attributes of a shader, motion first. */
  readonly sizes: readonly number[];
  /** Whether they appear in all visible copies of the world, or only where they are. */
  readonly isRepeated?: boolean;
  readonly pointOf: (item: Item) => MovingPoint;
  /** Pixels that an instance covers around its point, half the width and half the height, and its offset. */
  readonly reachOf: (
    item: Item,
    index: number,
  ) => { x: number; y: number; halfWidth: number; halfHeight: number };
  /** Writes the floats after the motion. */
  readonly write: (data: Float32Array, at: number, item: Item, index: number) => void;
}

/** Instances with moving positions, drawn in their order. */
export interface MovingInstances<Item> {
  readonly items: readonly Item[];
  set(items: readonly Item[]): void;
  update(index: number, item: Item): void;
  /** The look of an instance has changed. */
  touch(index: number): void;
  touchAll(): void;
  /** The pixels that they cover. */
  extent(layout: SurfaceLayout): Box | null;
  /** Draws them with the current program, in each visible copy of the world. */
  draw(frame: SurfaceFrame, program: Program): void;
  isMoving(now: number): boolean;
  release(gl: WebGL2RenderingContext | null): void;
}

export function createMovingInstances<Item>({
  sizes,
  isRepeated = true,
  pointOf,
  reachOf,
  write,
}: MovingInstancesOptions<Item>): MovingInstances<Item> {
  const stride = sizes.reduce((sum, size) => sum + size, 0);
  const buffer = createInstanceBuffer(packAttributes(sizes), stride);
  const times = createMotionTimes();
  let items: Item[] = [];
  /** Written before the next frame. */
  let changed = new Set<number>();
  let allChanged = false;
  let movesUntil = 0;
  let copies: readonly number[] = [];

  function writeMotion(at: number, { from, to, start, duration }: MovingPoint): void {
    const { data } = buffer;
    for (const [index, { x, y }] of [from, to].entries()) {
      const [xHigh, xLow] = split(x);
      const [yHigh, yLow] = split(y);
      const offset = at + index * 4;
      data[offset] = xHigh;
      data[offset + 1] = yHigh;
      data[offset + 2] = xLow;
      data[offset + 3] = yLow;
    }
    data[at + 8] = times.toShader(start);
    data[at + 9] = duration;
  }

  function writeItem(index: number): void {
    const item = items[index];
    if (item === undefined) return;
    const at = index * stride;
    writeMotion(at, pointOf(item));
    write(buffer.data, at + MOTION_FLOATS, item, index);
    buffer.touch(index, index + 1);
  }

  function writeChanged(now: number): void {
    if (times.renew(now)) allChanged = true;
    if (allChanged) for (let index = 0; index < items.length; index += 1) writeItem(index);
    else for (const index of changed) writeItem(index);
    changed = new Set();
    allChanged = false;
  }

  function noteMotion(item: Item): void {
    const { start, duration } = pointOf(item);
    movesUntil = Math.max(movesUntil, start + duration);
  }

  return {
    get items() {
      return items;
    },
    set(next) {
      items = [...next];
      buffer.resize(items.length);
      allChanged = true;
      movesUntil = 0;
      for (const item of items) noteMotion(item);
    },
    update(index, item) {
      items[index] = item;
      changed.add(index);
      noteMotion(item);
    },
    touch: (index) => void changed.add(index),
    touchAll() {
      allChanged = true;
    },
    extent({ camera, now }) {
      let margin = 0;
      let minX = Number.POSITIVE_INFINITY;
      let maxX = Number.NEGATIVE_INFINITY;
      for (const [index, item] of items.entries()) {
        const { from, to } = pointOf(item);
        minX = Math.min(minX, from.x, to.x);
        maxX = Math.max(maxX, from.x, to.x);
        const { x, y, halfWidth, halfHeight } = reachOf(item, index);
        margin = Math.max(margin, Math.abs(x) + halfWidth, Math.abs(y) + halfHeight);
      }
      if (items.length === 0) copies = [];
      else copies = isRepeated ? visibleCopies(camera, minX, maxX, margin) : [0];
      const extent = createExtent(boundsOf(camera));
      for (const copy of copies)
        for (const [index, item] of items.entries()) {
          const point = pointOf(item);
          const reach = reachOf(item, index);
          for (const { x, y } of isMoving(point, now) ? [pointAt(point, now), point.to] : [point.to]) {
            const pixel = toPixel(camera, { x: x + copy, y });
            extent.addAround(pixel.x + reach.x, pixel.y + reach.y, reach.halfWidth, reach.halfHeight);
          }
        }
      return extent.box;
    },
    draw(frame, program) {
      if (items.length === 0) return;
      const { gl, now } = frame;
      writeChanged(now);
      buffer.bind(gl);
      gl.uniform1f(program.getUniform('u_now'), times.toShader(now));
      for (const copy of copies) {
        setView(frame, program, copy);
        gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, items.length);
      }
    },
    isMoving: (now) => now < movesUntil,
    release: buffer.release,
  };
}

/** Pixels of the map where an item is visible now, in each copy of the world. */
export function pixelsOf(camera: SurfaceCamera, point: MovingPoint, now: number, margin: number) {
  const { x, y } = pointAt(point, now);
  return visibleCopies(camera, x, x, margin).map((copy) => toPixel(camera, { x: x + copy, y }));
}
