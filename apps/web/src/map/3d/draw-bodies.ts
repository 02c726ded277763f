import type { Rgb, SceneBody } from './scene.ts';
import { type BodyKind, bodyVertices, squareVertices, turnOf } from './scene-bodies.ts';
import type { Frame } from './scene-layer.ts';
import { transform } from './scene-matrix.ts';
import { link, type Program } from './scene-program.ts';
import { BODY_FRAGMENT, BODY_VERTEX, SHADOW_FRAGMENT } from './scene-shaders.ts';

export interface BodyDrawing {
  /** On the ground, under the markers. */
  shadows(frame: Frame): void;
  bodies(frame: Frame): void;
  drop(): void;
}

/** Half the length of a marker on the page, in pixels. */
const HALF = { arrow: 17, aircraft: 25 } as const satisfies Record<BodyKind, number>;
/** The edge round a marker, by which it stands off any ground: it is drawn moved by so many pixels to all sides. */
const CASING = 1.5;
const SIDES = [0, 1, 2, 3, 4, 5, 6, 7].map((side) => (side * Math.PI) / 4);
const UNMOVED = [0, 0] as const;
const SHADOW_PIXELS = 13;
const BYTES = 24;

interface Mesh {
  readonly array: WebGLVertexArrayObject;
  readonly buffer: WebGLBuffer;
  readonly count: number;
}

/** Draws markers of one size on the page, however far they are. */
export function createBodies(gl: WebGL2RenderingContext): BodyDrawing {
  const solid = link(gl, BODY_VERTEX, BODY_FRAGMENT);
  const soft = link(gl, BODY_VERTEX, SHADOW_FRAGMENT);
  const meshes = {
    arrow: meshOf(gl, bodyVertices('arrow')),
    aircraft: meshOf(gl, bodyVertices('aircraft')),
    square: meshOf(gl, squareVertices()),
  };

  function draw(
    frame: Frame,
    program: Program,
    mesh: Mesh,
    { at, turn, pixels, colour, opacity, light, shift }: Drawn,
  ): void {
    const { matrix, perPixel, perMetre } = frame;
    const [, , , w] = transform(matrix, ...at);
    if (w <= frame.near) return;
    const size = pixels * perPixel * w;
    program.begin();
    gl.uniformMatrix4fv(program.at('u_matrix'), false, matrix);
    gl.uniform3f(program.at('u_place'), ...at);
    gl.uniformMatrix3fv(program.at('u_turn'), false, turn);
    gl.uniform3f(program.at('u_scale'), size, size, size / perMetre);
    gl.uniform4f(program.at('u_colour'), ...colour, opacity);
    gl.uniform1f(program.at('u_light'), light);
    gl.uniform2f(program.at('u_shift'), (2 * shift[0]) / frame.width, (2 * shift[1]) / frame.height);
    gl.bindVertexArray(mesh.array);
    gl.drawArrays(gl.TRIANGLES, 0, mesh.count);
  }

  return {
    shadows(frame) {
      gl.depthMask(false);
      gl.disable(gl.DEPTH_TEST);
      const turn = turnOf(0, 0);
      for (const body of bodiesOf(frame))
        draw(frame, soft, meshes.square, {
          at: placeOf(frame, body, body.ground),
          turn,
          pixels: SHADOW_PIXELS,
          colour: frame.scene.shade,
          opacity: body.faint ? 0.3 : 0.55,
          light: 0,
          shift: UNMOVED,
        });
      gl.enable(gl.DEPTH_TEST);
    },
    bodies(frame) {
      for (const body of bodiesOf(frame)) {
        const drawn = {
          at: placeOf(frame, body, body.height),
          turn: turnOf(body.course, body.pitch),
          pixels: HALF[body.kind],
          opacity: body.faint ? 0.45 : 1,
        };
        const mesh = meshes[body.kind];
        gl.depthMask(false);
        for (const side of SIDES)
          draw(frame, solid, mesh, {
            ...drawn,
            // All sides lie over one another.
            opacity: body.faint ? 0.1 : 1,
            colour: frame.scene.casing,
            light: 0,
            shift: [Math.cos(side) * CASING, Math.sin(side) * CASING],
          });
        gl.depthMask(true);
        draw(frame, solid, mesh, { ...drawn, colour: body.colour, light: 1, shift: UNMOVED });
      }
    },
    drop() {
      for (const { array, buffer } of Object.values(meshes)) {
        gl.deleteVertexArray(array);
        gl.deleteBuffer(buffer);
      }
      solid.drop();
      soft.drop();
    },
  };
}

interface Drawn {
  readonly at: readonly [number, number, number];
  readonly turn: Float32Array;
  readonly pixels: number;
  readonly colour: Rgb;
  readonly opacity: number;
  readonly light: number;
  /** Pixels of the page. */
  readonly shift: readonly [x: number, y: number];
}

function bodiesOf({ scene }: Frame): SceneBody[] {
  return [...scene.items.values()].flatMap(({ body }) => (body === null ? [] : [body]));
}

/** Counted from the frame's origin, on that copy of the world that is nearest. */
function placeOf(frame: Frame, { x, y }: SceneBody, height: number): [number, number, number] {
  const east = x - frame.x;
  return [east - Math.round(east), y - frame.y, height * frame.scene.rise];
}

function meshOf(gl: WebGL2RenderingContext, vertices: Float32Array): Mesh {
  const array = gl.createVertexArray();
  const buffer = gl.createBuffer();
  gl.bindVertexArray(array);
  gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
  gl.bufferData(gl.ARRAY_BUFFER, vertices, gl.STATIC_DRAW);
  for (const [location, offset] of [0, 12].entries()) {
    gl.enableVertexAttribArray(location);
    gl.vertexAttribPointer(location, 3, gl.FLOAT, false, BYTES, offset);
  }
  gl.bindVertexArray(null);
  return { array, buffer, count: vertices.byteLength / BYTES };
}
