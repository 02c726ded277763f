import { split } from '../3d/scene-matrix.ts';
import type { Program } from '../3d/scene-program.ts';
import type { Atlas } from './atlas.ts';
import type { Box } from './box.ts';
import type { SurfaceCamera } from './camera.ts';

/** What layers need to prepare a frame. */
export interface SurfaceLayout {
  readonly camera: SurfaceCamera;
  readonly atlas: Atlas;
  /** Milliseconds of the page's clock. */
  readonly now: number;
}

/** What layers need to draw a frame. */
export interface SurfaceFrame extends SurfaceLayout {
  readonly gl: WebGL2RenderingContext;
  /** Pixels of the map that the canvas covers. */
  readonly canvas: Box;
  /** Pixels of the canvas for each pixel of the page. */
  readonly ratio: number;
  /** A program, linked once for each context. */
  program(vertex: string, fragment: string): Program;
}

/** A kind of content at its place in `SURFACE_ORDER`. */
export interface SurfaceLayer {
  /** Prepares a frame. Returns the pixels of the map that it covers; null: nothing is visible. */
  layOut(layout: SurfaceLayout): Box | null;
  draw(frame: SurfaceFrame): void;
  /** Milliseconds until the content looks different without a change; 0: in the next frame; null: never. */
  nextChange(now: number): number | null;
  /** Keys of the images in use. */
  images(): Iterable<string>;
  /** Drops the resources of the context; null: it is lost. They are created again by `draw`. */
  release(gl: WebGL2RenderingContext | null): void;
}

/** Sets the uniforms of the view for a copy of the world. */
export function setView(frame: SurfaceFrame, program: Program, copy: number): void {
  const { gl, camera, canvas, ratio } = frame;
  // Subtracted from the centre, because adding to positions would cost them precision.
  const [xHigh, xLow] = split(camera.x - copy);
  const [yHigh, yLow] = split(camera.y);
  gl.uniform4f(program.getUniform('u_centre'), xHigh, yHigh, xLow, yLow);
  gl.uniform1f(program.getUniform('u_worldSize'), camera.worldSize);
  gl.uniform2f(program.getUniform('u_bearing'), camera.cos, camera.sin);
  gl.uniform2f(program.getUniform('u_anchor'), camera.left - canvas.left, camera.top - canvas.top);
  gl.uniform2f(program.getUniform('u_size'), canvas.right - canvas.left, canvas.bottom - canvas.top);
  gl.uniform1f(program.getUniform('u_ratio'), ratio);
}
