import type { SceneItem } from './scene.ts';
import { SEGMENT_ATTRIBUTES, VERTEX_BYTES } from './scene-shaders.ts';

/** The vertices of a line on the graphics card. */
export interface SegmentBuffer {
  readonly array: WebGLVertexArrayObject;
  readonly buffer: WebGLBuffer;
  /** Number of segments: one less than vertices. */
  readonly count: number;
  /** The version of the uploaded item. */
  readonly version: number;
}

type Columns = Pick<SceneItem, 'line' | 'colours' | 'heights' | 'terrainHeights'>;

/** The columns of an item in the vertex layout of the shaders. */
export function vertexBytes({ line, colours, heights, terrainHeights }: Columns): ArrayBuffer {
  const bytes = new ArrayBuffer(line.length * VERTEX_BYTES);
  const floats = new Float32Array(bytes);
  const octets = new Uint8Array(bytes);
  for (let at = 0; at < line.length; at += 1) {
    const [x, y] = [line.x[at] ?? 0, line.y[at] ?? 0];
    const to = (at * VERTEX_BYTES) / 4;
    floats[to] = x;
    floats[to + 1] = y;
    // The bits that the first 32-bit number cannot hold.
    floats[to + 2] = x - Math.fround(x);
    floats[to + 3] = y - Math.fround(y);
    floats[to + 4] = heights[at] ?? 0;
    floats[to + 5] = terrainHeights[at] ?? 0;
    octets.set(colours.subarray(at * 4, at * 4 + 4), at * VERTEX_BYTES + 24);
    octets[at * VERTEX_BYTES + 28] = line.joined[at] ?? 0;
  }
  return bytes;
}

/** @throws Error if the WebGL context is lost */
export function createSegments(gl: WebGL2RenderingContext): Pick<SegmentBuffer, 'array' | 'buffer'> {
  const array = gl.createVertexArray();
  const buffer = gl.createBuffer();
  gl.bindVertexArray(array);
  gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
  for (const [location, { size, type, offset }] of SEGMENT_ATTRIBUTES.entries()) {
    gl.enableVertexAttribArray(location);
    gl.vertexAttribPointer(location, size, gl[type], type === 'UNSIGNED_BYTE', VERTEX_BYTES, offset);
    gl.vertexAttribDivisor(location, 1);
  }
  gl.bindVertexArray(null);
  return { array, buffer };
}

/** Uploads an item if it has changed. */
export function uploadSegments(
  gl: WebGL2RenderingContext,
  buffered: SegmentBuffer | undefined,
  item: SceneItem,
): SegmentBuffer {
  if (buffered !== undefined && buffered.version === item.version) return buffered;
  const { array, buffer } = buffered ?? createSegments(gl);
  gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
  gl.bufferData(gl.ARRAY_BUFFER, vertexBytes(item), gl.DYNAMIC_DRAW);
  return { array, buffer, count: Math.max(0, item.line.length - 1), version: item.version };
}

export function deleteSegments(gl: WebGL2RenderingContext, { array, buffer }: SegmentBuffer): void {
  gl.deleteVertexArray(array);
  gl.deleteBuffer(buffer);
}
