import { split } from '../3d/scene-matrix.ts';
import { type Box, createExtent } from './box.ts';
import { boundsOf, type SurfaceCamera, toPixel, visibleCopies } from './camera.ts';
import { createInstanceBuffer } from './instance-buffer.ts';
import type { SurfaceLayerId } from './order.ts';
import type { Rgba } from './rgba.ts';
import { LINE_ATTRIBUTES, LINE_FRAGMENT, LINE_VERTEX, LINE_VERTEX_FLOATS } from './shaders.ts';
import type { Surface } from './surface.ts';
import { type SurfaceFrame, setView } from './surface-layer.ts';
import { type LineVertices, thinLine } from './thin-line.ts';
import { createVertexSlots } from './vertex-slots.ts';

export interface Line extends LineVertices {
  readonly colour: Rgba;
}

export interface LineStyle {
  /** Pixels. */
  readonly width: number;
  /** Pixels on both sides of the line. */
  readonly casingWidth: number;
  readonly casing: Rgba;
}

export interface Lines {
  /** Draws a line, instead of the one with the same key. */
  put(key: number, line: Line): void;
  remove(key: number): void;
  clear(): void;
  setStyle(style: LineStyle): void;
  stop(): void;
}

/** Distance below which vertices are left out, pixels. */
const MIN_SPACING = 1;
/** The first vertex has one before it, the last one two after it. */
const BEFORE = 1;
const AFTER = 2;
const WINDOW = 4;

interface Bounds {
  readonly minX: number;
  readonly maxX: number;
  readonly minY: number;
  readonly maxY: number;
}

/** Adds a layer of lines to a surface: one draw call for each visible copy of the world. */
export function addLines(surface: Surface, id: SurfaceLayerId, initialStyle: LineStyle): Lines {
  const buffer = createInstanceBuffer(LINE_ATTRIBUTES, LINE_VERTEX_FLOATS);
  const slots = createVertexSlots(BEFORE);
  const lines = new Map<number, { readonly line: Line; readonly bounds: Bounds }>();
  const changed = new Set<number>();
  let style = initialStyle;
  /** Vertices are chosen for this zoom. */
  let level = Number.NaN;
  let copies: readonly number[] = [];

  function disconnect(from: number, to: number): void {
    for (let vertex = from; vertex < to; vertex += 1)
      buffer.data[vertex * LINE_VERTEX_FLOATS + LINE_VERTEX_FLOATS - 1] = 0;
    buffer.touch(from, to);
  }

  function free(key: number): void {
    const slot = slots.get(key);
    if (slot !== undefined) disconnect(slot.at, slot.at + slot.capacity);
    slots.free(key);
  }

  function write(key: number, line: Line): void {
    const chosen = thinLine(line, MIN_SPACING / (512 * 2 ** level));
    const before = slots.get(key);
    if (before !== undefined && before.capacity < chosen.length) free(key);
    const slot = slots.allocate(key, chosen.length);
    buffer.resize(slots.end + AFTER);
    for (const [index, vertex] of chosen.entries()) writeVertex(buffer.data, slot.at + index, line, vertex);
    buffer.touch(slot.at, slot.at + chosen.length);
    disconnect(slot.at + chosen.length, slot.at + slot.capacity);
  }

  function writeChanged(zoom: number): void {
    const next = Math.ceil(zoom);
    if (next !== level || slots.isWasteful) {
      level = next;
      slots.clear();
      for (const key of lines.keys()) changed.add(key);
    }
    if (changed.size === 0) return;
    for (const key of changed) {
      const line = lines.get(key);
      if (line === undefined) free(key);
      else write(key, line.line);
    }
    changed.clear();
    buffer.resize(slots.end + AFTER);
    disconnect(0, BEFORE);
    disconnect(slots.end, slots.end + AFTER);
  }

  function extent(camera: SurfaceCamera): Box | null {
    const margin = style.width / 2 + style.casingWidth + 1;
    const all = [...lines.values()].map(({ bounds }) => bounds);
    copies = all.length === 0 ? [] : visibleCopies(camera, ...rangeOf(all), margin);
    const found = createExtent(boundsOf(camera));
    for (const copy of copies)
      for (const bounds of all) {
        const box = boxOf(camera, bounds, copy);
        const halfWidth = (box.right - box.left) / 2;
        const halfHeight = (box.bottom - box.top) / 2;
        found.addAround(box.left + halfWidth, box.top + halfHeight, halfWidth + margin, halfHeight + margin);
      }
    return found.box;
  }

  function draw(frame: SurfaceFrame): void {
    const { gl, ratio } = frame;
    if (lines.size === 0) return;
    const program = frame.program(LINE_VERTEX, LINE_FRAGMENT);
    program.activate();
    gl.uniform1f(program.getUniform('u_ratio'), ratio);
    gl.uniform1f(program.getUniform('u_inner'), style.width / 2);
    gl.uniform1f(program.getUniform('u_outer'), style.width / 2 + style.casingWidth);
    gl.uniform4f(program.getUniform('u_casing'), ...style.casing);
    buffer.bind(gl);
    for (const copy of copies) {
      setView(frame, program, copy);
      gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, slots.end + AFTER - WINDOW + 1);
    }
  }

  const stop = surface.add(id, {
    layOut({ camera }) {
      writeChanged(camera.zoom);
      return extent(camera);
    },
    draw,
    nextChange: () => null,
    images: () => [],
    release: buffer.release,
  });

  return {
    put(key, line) {
      lines.set(key, { line, bounds: boundsOfLine(line) });
      changed.add(key);
      surface.requestDraw();
    },
    remove(key) {
      if (!lines.delete(key)) return;
      changed.add(key);
      surface.requestDraw();
    },
    clear() {
      for (const key of lines.keys()) changed.add(key);
      lines.clear();
      surface.requestDraw();
    },
    setStyle(next) {
      style = next;
      surface.requestDraw();
    },
    stop,
  };
}

function writeVertex(data: Float32Array, at: number, line: Line, vertex: number): void {
  const [xHigh, xLow] = split(line.x[vertex] ?? 0);
  const [yHigh, yLow] = split(line.y[vertex] ?? 0);
  const opacity = line.opacity[vertex] ?? 1;
  const [red, green, blue, alpha] = line.colour;
  data.set(
    [
      xHigh,
      yHigh,
      xLow,
      yLow,
      red * opacity,
      green * opacity,
      blue * opacity,
      alpha * opacity,
      line.joined[vertex] ?? 0,
    ],
    at * LINE_VERTEX_FLOATS,
  );
}

function boundsOfLine({ length, x, y }: LineVertices): Bounds {
  let [minX, minY] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  let [maxX, maxY] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let at = 0; at < length; at += 1) {
    minX = Math.min(minX, x[at] ?? 0);
    maxX = Math.max(maxX, x[at] ?? 0);
    minY = Math.min(minY, y[at] ?? 0);
    maxY = Math.max(maxY, y[at] ?? 0);
  }
  return { minX, maxX, minY, maxY };
}

function rangeOf(all: readonly Bounds[]): [minX: number, maxX: number] {
  return [Math.min(...all.map(({ minX }) => minX)), Math.max(...all.map(({ maxX }) => maxX))];
}

function boxOf(camera: SurfaceCamera, { minX, maxX, minY, maxY }: Bounds, copy: number): Box {
  const corners = [
    { x: minX, y: minY },
    { x: maxX, y: minY },
    { x: minX, y: maxY },
    { x: maxX, y: maxY },
  ].map(({ x, y }) => toPixel(camera, { x: x + copy, y }));
  const xs = corners.map(({ x }) => x);
  const ys = corners.map(({ y }) => y);
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}
