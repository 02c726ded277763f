import type { SceneItem } from './scene.ts';
import type { Frame } from './scene-layer.ts';
import { split } from './scene-matrix.ts';
import { link, type Program } from './scene-program.ts';
import { CURTAIN_FRAGMENT, CURTAIN_VERTEX, LINE_FRAGMENT, LINE_VERTEX } from './scene-shaders.ts';
import {
  createSegments,
  dropSegments,
  fillSegments,
  type SegmentBuffer,
  vertexBytes,
} from './segment-buffer.ts';

export interface LineDrawing {
  /** The way over the ground, under everything. */
  ground(frame: Frame): void;
  curtains(frame: Frame): void;
  /** The tracks, and from each marker a line straight down. */
  lines(frame: Frame): void;
  drop(): void;
}

/** How a line is drawn: pixels, opacity of what was travelled and of the rest. */
interface Stroke {
  readonly width: number;
  readonly strong: number;
  readonly rest: number;
  /** Its own colour instead of the vertices'. */
  readonly tint?: readonly [number, number, number];
  readonly onGround?: boolean;
}

const TRACK: Stroke = { width: 1.75, strong: 1, rest: 0.34 };
/** Behind a hill it is still known where the track goes. */
const HIDDEN: Stroke = { width: 1.25, strong: 0.3, rest: 0.12 };
const CURTAIN = { strong: 0.3, rest: 0.09 } as const;
const WHOLE = { vertex: 0x7fffffff, share: 1 } as const;

/** Draws what consists of lines: on the ground, in the air, and between them. */
export function createLines(gl: WebGL2RenderingContext): LineDrawing {
  const line = link(gl, LINE_VERTEX, LINE_FRAGMENT);
  const curtain = link(gl, CURTAIN_VERTEX, CURTAIN_FRAGMENT);
  const held = new Map<SceneItem, SegmentBuffer>();
  const drops = createSegments(gl);

  function buffersOf({ scene }: Frame): [SceneItem, SegmentBuffer][] {
    const items = new Set(scene.items.values());
    for (const [item, buffer] of held) {
      if (items.has(item)) continue;
      dropSegments(gl, buffer);
      held.delete(item);
    }
    return [...items].map((item) => {
      const buffer = fillSegments(gl, held.get(item), item);
      held.set(item, buffer);
      return [item, buffer];
    });
  }

  function stroke(frame: Frame, how: Stroke): void {
    line.begin();
    gl.uniform2f(line.at('u_size'), frame.width, frame.height);
    gl.uniform1f(line.at('u_near'), frame.near);
    gl.uniform1f(line.at('u_width'), how.width);
    gl.uniform1f(line.at('u_onGround'), how.onGround ? 1 : 0);
    gl.uniform4f(line.at('u_tint'), ...(how.tint ?? [0, 0, 0]), how.tint === undefined ? 0 : 1);
    gl.uniform2f(line.at('u_alpha'), how.strong, how.rest);
  }

  function draw(frame: Frame, program: Program, item: SceneItem, { array, count }: SegmentBuffer): void {
    place(frame, program, item.line.x[0] ?? frame.x);
    gl.uniform2i(program.at('u_marks'), item.tail.vertex, item.head.vertex);
    gl.uniform2f(program.at('u_shares'), item.tail.share, item.head.share);
    gl.bindVertexArray(array);
    gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, count);
  }

  /** Where the camera is, on that copy of the world on which the track is nearest to it. */
  function place({ scene, matrix, x, y }: Frame, program: Program, near: number): void {
    const [xHigh, xLow] = split(x + Math.round(near - x));
    const [yHigh, yLow] = split(y);
    gl.uniformMatrix4fv(program.at('u_matrix'), false, matrix);
    gl.uniform4f(program.at('u_origin'), xHigh, yHigh, xLow, yLow);
    gl.uniform1f(program.at('u_rise'), scene.rise);
  }

  function dropLines(frame: Frame): void {
    const bodies = [...frame.scene.items.values()].flatMap(({ body }) => (body === null ? [] : [body]));
    if (bodies.length === 0) return;
    const length = bodies.length * 2;
    const columns = {
      line: {
        length,
        // All on that copy of the world that is looked at.
        x: Float64Array.from(
          bodies.flatMap(({ x }) => {
            const near = x + Math.round(frame.x - x);
            return [near, near];
          }),
        ),
        y: Float64Array.from(bodies.flatMap(({ y }) => [y, y])),
        height: new Float32Array(),
        fix: new Uint32Array(),
        joined: Uint8Array.from(bodies.flatMap(() => [1, 0])),
      },
      colours: Uint8Array.from(
        bodies.flatMap(({ colour }) => [0, 1].flatMap(() => [...colour.map((part) => part * 255), 255])),
      ),
      heights: Float32Array.from(bodies.flatMap(({ height, ground }) => [height, ground])),
      ground: new Float32Array(length),
    };
    gl.bindBuffer(gl.ARRAY_BUFFER, drops.buffer);
    gl.bufferData(gl.ARRAY_BUFFER, vertexBytes(columns), gl.STREAM_DRAW);
    stroke(frame, { width: 0.75, strong: 0.9, rest: 0.9 });
    place(frame, line, frame.x);
    gl.uniform2i(line.at('u_marks'), 0, WHOLE.vertex);
    gl.uniform2f(line.at('u_shares'), 0, WHOLE.share);
    gl.bindVertexArray(drops.array);
    gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, length - 1);
  }

  return {
    ground(frame) {
      gl.depthMask(false);
      // In relief it would lie half in the hills.
      if (frame.scene.relief) return;
      stroke(frame, { width: 1, strong: 0.42, rest: 0.16, tint: frame.scene.shade, onGround: true });
      for (const [item, buffer] of buffersOf(frame)) draw(frame, line, item, buffer);
    },
    curtains(frame) {
      curtain.begin();
      gl.uniform1f(curtain.at('u_floor'), frame.scene.floor);
      gl.uniform4f(curtain.at('u_tint'), 0, 0, 0, 0);
      gl.uniform2f(curtain.at('u_alpha'), CURTAIN.strong, CURTAIN.rest);
      for (const [item, buffer] of buffersOf(frame)) draw(frame, curtain, item, buffer);
    },
    lines(frame) {
      const buffers = buffersOf(frame);
      if (frame.scene.relief) {
        gl.depthFunc(gl.GREATER);
        stroke(frame, HIDDEN);
        for (const [item, buffer] of buffers) draw(frame, line, item, buffer);
        gl.depthFunc(gl.LEQUAL);
      }
      gl.depthMask(true);
      stroke(frame, TRACK);
      for (const [item, buffer] of buffers) draw(frame, line, item, buffer);
      dropLines(frame);
    },
    drop() {
      for (const buffer of held.values()) dropSegments(gl, buffer);
      gl.deleteVertexArray(drops.array);
      gl.deleteBuffer(drops.buffer);
      line.drop();
      curtain.drop();
    },
  };
}
