import type { CustomLayerInterface, CustomRenderMethodInput, MapLibreMap } from 'maplibre-gl';
import { type BodyRenderer, createBodyRenderer } from './draw-bodies.ts';
import { createLineRenderer, type LineRenderer } from './draw-lines.ts';
import type { Scene } from './scene.ts';
import { mercatorPerMetre } from './scene-line.ts';
import { relativeMatrix } from './scene-matrix.ts';

export const SCENE_LAYER = 'tracks-3d';

/** The common input for drawing a frame. */
export interface Frame {
  readonly gl: WebGL2RenderingContext;
  readonly scene: Scene;
  /** For positions relative to `x` and `y` (map square), heights in metres. */
  readonly matrix: Float32Array;
  readonly x: number;
  readonly y: number;
  /** One metre on the map square. */
  readonly perMetre: number;
  /** Size of the map on the page, pixels. */
  readonly width: number;
  readonly height: number;
  /** Near plane: closer objects are not drawn. */
  readonly near: number;
  /** Map square units of one page pixel at distance `w` from the camera, divided by `w`. */
  readonly perPixel: number;
}

/**
 * The engine's layer that draws a scene. It only owns graphics resources, so it can be added again after a lost
 * context.
 */
export function createSceneLayer(scene: Scene): CustomLayerInterface {
  let map: MapLibreMap | null = null;
  let lines: LineRenderer | null = null;
  let bodies: BodyRenderer | null = null;

  return {
    id: SCENE_LAYER,
    type: 'custom',
    renderingMode: '3d',
    onAdd(target, gl) {
      map = target;
      lines = createLineRenderer(gl);
      bodies = createBodyRenderer(gl);
    },
    onRemove() {
      lines?.dispose();
      bodies?.dispose();
      map = lines = bodies = null;
    },
    render(gl, input) {
      if (map === null || lines === null || bodies === null || scene.items.size === 0) return;
      const frame = frameOf(gl, map, scene, input);
      gl.disable(gl.CULL_FACE);
      lines.drawGroundLines(frame);
      bodies.drawShadows(frame);
      lines.drawCurtains(frame);
      lines.drawLines(frame);
      bodies.drawBodies(frame);
      gl.bindVertexArray(null);
      gl.depthFunc(gl.LEQUAL);
      gl.depthMask(true);
    },
  };
}

function frameOf(
  gl: WebGL2RenderingContext,
  map: MapLibreMap,
  scene: Scene,
  { defaultProjectionData, nearZ, fov }: CustomRenderMethodInput,
): Frame {
  const { lng, lat } = map.getCenter();
  // The engine's own formulas, so that both agree to the last bit.
  const x = (180 + lng) / 360;
  const y = (180 - (180 / Math.PI) * Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360))) / 360;
  const perMetre = mercatorPerMetre(lat);
  const { clientWidth: width, clientHeight: height } = map.getCanvas();
  const toCenter = height / 2 / Math.tan(fov / 2);
  return {
    gl,
    scene,
    matrix: Float32Array.from(relativeMatrix(defaultProjectionData.mainMatrix, x, y, perMetre)),
    x,
    y,
    perMetre,
    width,
    height,
    near: nearZ,
    perPixel: 1 / (toCenter * 512 * 2 ** map.getZoom()),
  };
}
