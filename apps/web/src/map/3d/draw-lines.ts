import type { SceneItem } from './scene.ts';
import type { Frame } from './scene-layer.ts';
import { split } from './scene-matrix.ts';
import { linkProgram, type Program } from './scene-program.ts';
import { CURTAIN_FRAGMENT, CURTAIN_VERTEX, LINE_FRAGMENT, LINE_VERTEX } from './scene-shaders.ts';
import {
  createSegments,
  deleteSegments,
  type SegmentBuffer,
  uploadSegments,
  vertexBytes,
} from './segment-buffer.ts';

export interface LineRenderer {
  /** The tracks on the ground, below everything else. */
  drawGroundLines(frame: Frame): void;
  drawCurtains(frame: Frame): void;
  /** The tracks, and a vertical line below each marker. */
  drawLines(frame: Frame): void;
  dispose(): void;
}

/** The style of a line: pixels, and opacity of the travelled part and the rest. */
interface Stroke {
  readonly width: number;
  readonly travelledOpacity: number;
  readonly restOpacity: number;
  /** Replaces the vertex colours. */
  readonly tint?: readonly [number, number, number];
  readonly onGround?: boolean;
}

const TRACK: Stroke = { width: 1.75, travelledOpacity: 1, restOpacity: 0.34 };
/** Parts behind a hill stay faintly visible. */
const HIDDEN: Stroke = { width: 1.25, travelledOpacity: 0.3, restOpacity: 0.12 };
const CURTAIN = { travelledOpacity: 0.3, restOpacity: 0.09 } as const;
const LINE_END = { vertex: 0x7fffffff, share: 1 } as const;

/** Draws lines on the ground, in the air, and curtains between them. */
export function createLineRenderer(gl: WebGL2RenderingContext): LineRenderer {
  const line = linkProgram(gl, LINE_VERTEX, LINE_FRAGMENT);
  const curtain = linkProgram(gl, CURTAIN_VERTEX, CURTAIN_FRAGMENT);
  const buffersByItem = new Map<SceneItem, SegmentBuffer>();
  const dropLineBuffer = createSegments(gl);

  function buffersOf({ scene }: Frame): [SceneItem, SegmentBuffer][] {
    const items = new Set(scene.items.values());
    for (const [item, buffer] of buffersByItem) {
      if (items.has(item)) continue;
      deleteSegments(gl, buffer);
      buffersByItem.delete(item);
    }
    return [...items].map((item) => {
      const buffer = uploadSegments(gl, buffersByItem.get(item), item);
      buffersByItem.set(item, buffer);
      return [item, buffer];
    });
  }

  function setStroke(frame: Frame, style: Stroke): void {
    line.activate();
    gl.uniform2f(line.getUniform('u_size'), frame.width, frame.height);
    gl.uniform1f(line.getUniform('u_near'), frame.near);
    gl.uniform1f(line.getUniform('u_width'), style.width);
    gl.uniform1f(line.getUniform('u_onGround'), style.onGround ? 1 : 0);
    gl.uniform4f(line.getUniform('u_tint'), ...(style.tint ?? [0, 0, 0]), style.tint === undefined ? 0 : 1);
    gl.uniform2f(line.getUniform('u_alpha'), style.travelledOpacity, style.restOpacity);
  }

  function draw(frame: Frame, program: Program, item: SceneItem, { array, count }: SegmentBuffer): void {
    setOrigin(frame, program, item.line.x[0] ?? frame.x);
    gl.uniform2i(program.getUniform('u_vertices'), item.tail.vertex, item.head.vertex);
    gl.uniform2f(program.getUniform('u_fractions'), item.tail.share, item.head.share);
    gl.bindVertexArray(array);
    gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, count);
  }

  /** The camera position, in the copy of the world nearest to the track. */
  function setOrigin({ scene, matrix, x, y }: Frame, program: Program, near: number): void {
    const [xHigh, xLow] = split(x + Math.round(near - x));
    const [yHigh, yLow] = split(y);
    gl.uniformMatrix4fv(program.getUniform('u_matrix'), false, matrix);
    gl.uniform4f(program.getUniform('u_origin'), xHigh, yHigh, xLow, yLow);
    gl.uniform1f(program.getUniform('u_exaggeration'), scene.exaggeration);
  }

  function drawDropLines(frame: Frame): void {
    const bodies = [...frame.scene.items.values()].flatMap(({ body }) => (body === null ? [] : [body]));
    if (bodies.length === 0) return;
    const length = bodies.length * 2;
    const columns = {
      line: {
        length,
        // In the visible copy of the world.
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
        bodies.flatMap(({ colour }) =>
          [0, 1].flatMap(() => [...colour.map((channel) => channel * 255), 255]),
        ),
      ),
      heights: Float32Array.from(bodies.flatMap(({ height, terrainHeight }) => [height, terrainHeight])),
      terrainHeights: new Float32Array(length),
    };
    gl.bindBuffer(gl.ARRAY_BUFFER, dropLineBuffer.buffer);
    gl.bufferData(gl.ARRAY_BUFFER, vertexBytes(columns), gl.STREAM_DRAW);
    setStroke(frame, { width: 0.75, travelledOpacity: 0.9, restOpacity: 0.9 });
    setOrigin(frame, line, frame.x);
    gl.uniform2i(line.getUniform('u_vertices'), 0, LINE_END.vertex);
    gl.uniform2f(line.getUniform('u_fractions'), 0, LINE_END.share);
    gl.bindVertexArray(dropLineBuffer.array);
    gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, length - 1);
  }

  return {
    drawGroundLines(frame) {
      gl.depthMask(false);
      // In terrain it would be half buried in the hills.
      if (frame.scene.relief) return;
      setStroke(frame, {
        width: 1,
        travelledOpacity: 0.42,
        restOpacity: 0.16,
        tint: frame.scene.shade,
        onGround: true,
      });
      for (const [item, buffer] of buffersOf(frame)) draw(frame, line, item, buffer);
    },
    drawCurtains(frame) {
      curtain.activate();
      gl.uniform1f(curtain.getUniform('u_floor'), frame.scene.floor);
      gl.uniform4f(curtain.getUniform('u_tint'), 0, 0, 0, 0);
      gl.uniform2f(curtain.getUniform('u_alpha'), CURTAIN.travelledOpacity, CURTAIN.restOpacity);
      for (const [item, buffer] of buffersOf(frame)) draw(frame, curtain, item, buffer);
    },
    drawLines(frame) {
      const buffers = buffersOf(frame);
      if (frame.scene.relief) {
        gl.depthFunc(gl.GREATER);
        setStroke(frame, HIDDEN);
        for (const [item, buffer] of buffers) draw(frame, line, item, buffer);
        gl.depthFunc(gl.LEQUAL);
      }
      gl.depthMask(true);
      setStroke(frame, TRACK);
      for (const [item, buffer] of buffers) draw(frame, line, item, buffer);
      drawDropLines(frame);
    },
    dispose() {
      for (const buffer of buffersByItem.values()) deleteSegments(gl, buffer);
      gl.deleteVertexArray(dropLineBuffer.array);
      gl.deleteBuffer(dropLineBuffer.buffer);
      line.dispose();
      curtain.dispose();
    },
  };
}
