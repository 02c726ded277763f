import type { Rgb, SceneBody } from './scene.ts';
import { type BodyKind, bodyVertices, rotationMatrix, squareVertices } from './scene-bodies.ts';
import type { Frame } from './scene-layer.ts';
import { transform } from './scene-matrix.ts';
import { linkProgram, type Program } from './scene-program.ts';
import { BODY_FRAGMENT, BODY_VERTEX, SHADOW_FRAGMENT } from './scene-shaders.ts';

export interface BodyRenderer {
  /** Draws on the ground, below the markers. */
  drawShadows(frame: Frame): void;
  drawBodies(frame: Frame): void;
  dispose(): void;
}

/** Half the length of a marker on the page, pixels. */
const HALF_LENGTH = { arrow: 17, aircraft: 25 } as const satisfies Record<BodyKind, number>;
/**
 * Outline of a marker, for contrast on any background: the body is drawn with this offset in all directions, pixels.
 */
const CASING = 1.5;
const CASING_ANGLES = [0, 1, 2, 3, 4, 5, 6, 7].map((side) => (side * Math.PI) / 4);
const NO_OFFSET = [0, 0] as const;
const SHADOW_PIXELS = 13;
const VERTEX_STRIDE = 24;

interface Mesh {
  readonly array: WebGLVertexArrayObject;
  readonly buffer: WebGLBuffer;
  readonly count: number;
}

/** Draws markers of constant size on the page, regardless of their distance. */
export function createBodyRenderer(gl: WebGL2RenderingContext): BodyRenderer {
  const solid = linkProgram(gl, BODY_VERTEX, BODY_FRAGMENT);
  const soft = linkProgram(gl, BODY_VERTEX, SHADOW_FRAGMENT);
  const meshes = {
    arrow: createMesh(gl, bodyVertices('arrow')),
    aircraft: createMesh(gl, bodyVertices('aircraft')),
    square: createMesh(gl, squareVertices()),
  };

  function draw(
    frame: Frame,
    program: Program,
    mesh: Mesh,
    { origin, rotation, pixels, colour, opacity, light, offset: shift }: DrawParameters,
  ): void {
    const { matrix, perPixel, perMetre } = frame;
    const [, , , w] = transform(matrix, ...origin);
    if (w <= frame.near) return;
    const size = pixels * perPixel * w;
    program.activate();
    gl.uniformMatrix4fv(program.getUniform('u_matrix'), false, matrix);
    gl.uniform3f(program.getUniform('u_position'), ...origin);
    gl.uniformMatrix3fv(program.getUniform('u_rotation'), false, rotation);
    gl.uniform3f(program.getUniform('u_scale'), size, size, size / perMetre);
    gl.uniform4f(program.getUniform('u_colour'), ...colour, opacity);
    gl.uniform1f(program.getUniform('u_light'), light);
    gl.uniform2f(program.getUniform('u_shift'), (2 * shift[0]) / frame.width, (2 * shift[1]) / frame.height);
    gl.bindVertexArray(mesh.array);
    gl.drawArrays(gl.TRIANGLES, 0, mesh.count);
  }

  return {
    drawShadows(frame) {
      gl.depthMask(false);
      gl.disable(gl.DEPTH_TEST);
      const rotation = rotationMatrix(0, 0);
      for (const body of bodiesOf(frame))
        draw(frame, soft, meshes.square, {
          origin: originOf(frame, body, body.terrainHeight),
          rotation,
          pixels: SHADOW_PIXELS,
          colour: frame.scene.shade,
          opacity: body.faint ? 0.3 : 0.55,
          light: 0,
          offset: NO_OFFSET,
        });
      gl.enable(gl.DEPTH_TEST);
    },
    drawBodies(frame) {
      for (const body of bodiesOf(frame)) {
        const options = {
          origin: originOf(frame, body, body.height),
          rotation: rotationMatrix(body.course, body.pitch),
          pixels: HALF_LENGTH[body.kind],
          opacity: body.faint ? 0.45 : 1,
        };
        const mesh = meshes[body.kind];
        gl.depthMask(false);
        for (const angle of CASING_ANGLES)
          draw(frame, solid, mesh, {
            ...options,
            // The copies overlap.
            opacity: body.faint ? 0.1 : 1,
            colour: frame.scene.casing,
            light: 0,
            offset: [Math.cos(angle) * CASING, Math.sin(angle) * CASING],
          });
        gl.depthMask(true);
        draw(frame, solid, mesh, { ...options, colour: body.colour, light: 1, offset: NO_OFFSET });
      }
    },
    dispose() {
      for (const { array, buffer } of Object.values(meshes)) {
        gl.deleteVertexArray(array);
        gl.deleteBuffer(buffer);
      }
      solid.dispose();
      soft.dispose();
    },
  };
}

interface DrawParameters {
  readonly origin: readonly [number, number, number];
  readonly rotation: Float32Array;
  readonly pixels: number;
  readonly colour: Rgb;
  readonly opacity: number;
  readonly light: number;
  /** Pixels of the page. */
  readonly offset: readonly [x: number, y: number];
}

function bodiesOf({ scene }: Frame): SceneBody[] {
  return [...scene.items.values()].flatMap(({ body }) => (body === null ? [] : [body]));
}

/** Relative to the frame's origin, in the nearest copy of the world. */
function originOf(frame: Frame, { x, y }: SceneBody, height: number): [number, number, number] {
  const east = x - frame.x;
  return [east - Math.round(east), y - frame.y, height * frame.scene.exaggeration];
}

function createMesh(gl: WebGL2RenderingContext, vertices: Float32Array): Mesh {
  const array = gl.createVertexArray();
  const buffer = gl.createBuffer();
  gl.bindVertexArray(array);
  gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
  gl.bufferData(gl.ARRAY_BUFFER, vertices, gl.STATIC_DRAW);
  for (const [location, offset] of [0, 12].entries()) {
    gl.enableVertexAttribArray(location);
    gl.vertexAttribPointer(location, 3, gl.FLOAT, false, VERTEX_STRIDE, offset);
  }
  gl.bindVertexArray(null);
  return { array, buffer, count: vertices.byteLength / VERTEX_STRIDE };
}
