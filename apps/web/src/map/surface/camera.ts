import { mercatorX, mercatorY } from '@wakeline/domain/geo/web-mercator';
import type { MapView } from '../map-view.ts';
import type { Box } from './box.ts';
import type { MapPoint } from './map-point.ts';

/** Where the map square lies on the screen, for a view from above. */
export interface SurfaceCamera {
  /** The point of the map square that is drawn at `left`, `top`. */
  readonly x: number;
  readonly y: number;
  /** Pixels of the map. */
  readonly left: number;
  readonly top: number;
  /** Side of the map square, pixels. */
  readonly worldSize: number;
  readonly zoom: number;
  /** Degrees clockwise from north of the direction that is up. */
  readonly bearing: number;
  readonly cos: number;
  readonly sin: number;
  /** Size of the map, pixels. */
  readonly width: number;
  readonly height: number;
}

const TILE_SIZE = 512;

export function readCamera({ engine }: MapView): SurfaceCamera {
  const center = engine.getCenter();
  // Panels move the centre out of the middle of the map.
  const { x: left, y: top } = engine.project(center);
  const { clientWidth: width, clientHeight: height } = engine.getCanvas();
  const position = { x: mercatorX(center.lng), y: mercatorY(center.lat) };
  return createCamera({
    ...position,
    left,
    top,
    zoom: engine.getZoom(),
    bearing: engine.getBearing(),
    width,
    height,
  });
}

export function createCamera(camera: Omit<SurfaceCamera, 'worldSize' | 'cos' | 'sin'>): SurfaceCamera {
  const angle = (camera.bearing * Math.PI) / 180;
  return {
    ...camera,
    worldSize: TILE_SIZE * 2 ** camera.zoom,
    cos: Math.cos(angle),
    sin: Math.sin(angle),
  };
}

/** Pixels of the map of a point, in its own copy of the world. */
export function toPixel(camera: SurfaceCamera, { x, y }: MapPoint): { x: number; y: number } {
  const east = (x - camera.x) * camera.worldSize;
  const south = (y - camera.y) * camera.worldSize;
  return {
    x: camera.left + camera.cos * east + camera.sin * south,
    y: camera.top - camera.sin * east + camera.cos * south,
  };
}

export function boundsOf({ width, height }: SurfaceCamera): Box {
  return { left: 0, top: 0, right: width, bottom: height };
}

/**
 * The copies of the world in which points between two x are visible, as whole numbers to add to x: several at low
 * zoom and beside the antimeridian.
 *
 * @param margin pixels that a drawing extends beyond its point
 */
export function visibleCopies(camera: SurfaceCamera, minX: number, maxX: number, margin: number): number[] {
  const { left, top, width, height, cos, sin, worldSize, x } = camera;
  const corners = [
    [-left, -top],
    [width - left, -top],
    [-left, height - top],
    [width - left, height - top],
  ] as const;
  const eastward = corners.map(([right, down]) => cos * right - sin * down);
  const west = x + (Math.min(...eastward) - margin) / worldSize;
  const east = x + (Math.max(...eastward) + margin) / worldSize;
  const copies: number[] = [];
  for (let copy = Math.ceil(west - maxX) + 0; copy <= Math.floor(east - minX); copy += 1) copies.push(copy);
  return copies;
}

export function isSameCamera(a: SurfaceCamera, b: SurfaceCamera): boolean {
  return (
    a.x === b.x &&
    a.y === b.y &&
    a.zoom === b.zoom &&
    a.bearing === b.bearing &&
    a.left === b.left &&
    a.top === b.top &&
    a.width === b.width &&
    a.height === b.height
  );
}
