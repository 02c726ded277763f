import { MERCATOR_LATITUDE, mercatorX, mercatorY, nearestLng } from '../geo/web-mercator.ts';
import { areCollinear, type PlanePoint } from './affine.ts';
import { groundDistance, type LngLat, planeAround } from './ground-plane.ts';
import { METHOD_DETAILS, type PlacementMethod, rootMeanSquare, selectMethod } from './placement-method.ts';
import { findWarnings, type PlacementWarning } from './placement-warnings.ts';
import { type PlaneTransform, squareToCorners } from './plane-transform.ts';

/** Pairs of points of a picture (pixels from its top left corner) and of the map, in the same order. */
export interface ReferencePoints {
  readonly width: number;
  readonly height: number;
  readonly layerPoints: readonly PlanePoint[];
  readonly mapPoints: readonly LngLat[];
}

/** Corners, named as if north were at the top of the picture. */
export interface LayerCorners {
  readonly northwest: [number, number];
  readonly northeast: [number, number];
  readonly southeast: [number, number];
  readonly southwest: [number, number];
}

export interface PlacementOptions {
  /** Default: the one that fits best. */
  readonly method?: PlacementMethod | 'automatic';
  /** Denominator of the scale of a printed map; null if unknown. */
  readonly mapScale?: number | null;
}

export interface LayerPlacement {
  readonly method: PlacementMethod;
  readonly corners: LayerCorners;
  /** Distance of each pair after the fit, in metres on the ground. */
  readonly residuals: readonly number[];
  /** Root mean square of the residuals, in metres. */
  readonly rmse: number;
  readonly warnings: readonly PlacementWarning[];
  /** Whether a picture that is drawn by its four corners is at most two pixels off. */
  readonly cornersSuffice: boolean;
  /** Metres on the ground per pixel, in the middle of the picture. */
  readonly metresPerPixel: number;
  /** Converts a point of the picture to WGS-84, and back. A point without an image has coordinates that are NaN. */
  readonly toLngLat: (pixel: PlanePoint) => [lng: number, lat: number];
  readonly toPixel: (lngLat: LngLat) => PlanePoint;
}

/** Why a picture cannot be placed; the names of the contract's errors. */
export type LayerError =
  | 'layer-points'
  | 'layer-points-uneven'
  | 'layer-points-line'
  | 'layer-points-method'
  | 'layer-off-map';

/** Three points determine an affine transformation (specification, section 5). */
const MIN_POINTS = 3;

/**
 * Places a picture by pairs of points. The transformation is fitted in metres on the ground, where maps that are true to
 * scale keep their shape; the plane of the web map changes its scale over a picture.
 */
export function placeLayer(
  points: ReferencePoints,
  { method = 'automatic', mapScale = null }: PlacementOptions = {},
): LayerPlacement | LayerError {
  const { layerPoints, mapPoints } = points;
  if (layerPoints.length !== mapPoints.length) return 'layer-points-uneven';
  if (mapPoints.length < MIN_POINTS) return 'layer-points';
  const plane = planeAround(mapPoints);
  const from = layerPoints.map(flip);
  const to = mapPoints.map((position) => plane.toPlane(position));
  if (areCollinear(from) || areCollinear(to)) return 'layer-points-line';
  const selected = method === 'automatic' ? selectMethod(from, to) : method;
  const { minPairs, fit } = METHOD_DETAILS[selected];
  const transform = mapPoints.length < minPairs ? null : fit(from, to);
  if (transform === null) return 'layer-points-method';

  const toLngLat = (pixel: PlanePoint) => plane.toLngLat(transform.apply(flip(pixel)));
  const toPixel = (lngLat: LngLat) => flip(transform.invert(plane.toPlane(lngLat)));
  const grid = gridOf(points);
  if (grid.some((pixel) => isOffMap(toLngLat(pixel)))) return 'layer-off-map';
  const corners = cornersOf(points, toLngLat);
  const residuals = layerPoints.map((pixel, index) => {
    const position = mapPoints[index] ?? [0, 0];
    return groundDistance(position, toLngLat(pixel));
  });
  return {
    method: selected,
    corners,
    residuals,
    rmse: rootMeanSquare(residuals),
    warnings: findWarnings({ ...points, from, to, transform, method: selected, residuals, mapScale, grid }),
    cornersSuffice: cornerError(points, corners, toLngLat) <= MAX_CORNER_ERROR,
    metresPerPixel: metresPerPixel(points, transform),
    toLngLat,
    toPixel,
  };
}

/** Pixels count downwards, metres to the north. */
function flip({ x, y }: PlanePoint): PlanePoint {
  return { x, y: -y };
}

/** Points of a picture at which properties of a placement are checked: its corners, edges and inside. */
const GRID_STEPS = 8;

function gridOf({ width, height }: ReferencePoints): PlanePoint[] {
  const steps = Array.from({ length: GRID_STEPS + 1 }, (_, index) => index / GRID_STEPS);
  return steps.flatMap((y) => steps.map((x) => ({ x: x * width, y: y * height })));
}

function cornersOf(
  { width, height }: ReferencePoints,
  toLngLat: (pixel: PlanePoint) => [number, number],
): LayerCorners {
  return {
    northwest: toLngLat({ x: 0, y: 0 }),
    northeast: toLngLat({ x: width, y: 0 }),
    southeast: toLngLat({ x: width, y: height }),
    southwest: toLngLat({ x: 0, y: height }),
  };
}

/** Beyond the square of the web map, or more than one world copy away. */
function isOffMap([lng, lat]: LngLat): boolean {
  return !(Math.abs(lng) <= 540 && Math.abs(lat) <= MERCATOR_LATITUDE);
}

/** In pixels of the picture. */
const MAX_CORNER_ERROR = 2;

/** The largest distance in pixels between the placement and the picture as a map draws it by its corners. */
function cornerError(
  points: ReferencePoints,
  { northwest, northeast, southeast, southwest }: LayerCorners,
  toLngLat: (pixel: PlanePoint) => LngLat,
): number {
  const { width, height } = points;
  const origin = { x: mercatorX(northwest[0]), y: mercatorY(northwest[1]) };
  // Relative to a corner, so that small pictures keep their precision.
  const project = ([lng, lat]: LngLat) => ({
    x: mercatorX(nearestLng(lng, northwest[0])) - origin.x,
    y: mercatorY(lat) - origin.y,
  });
  const quad = [project(northwest), project(northeast), project(southeast), project(southwest)] as const;
  const drawn = squareToCorners(quad);
  if (drawn === null) return Number.POSITIVE_INFINITY;
  let largest = 0;
  for (const pixel of gridOf(points)) {
    const { x, y } = drawn.invert(project(toLngLat(pixel)));
    const distance = Math.hypot(x * width - pixel.x, y * height - pixel.y);
    if (!(distance <= largest)) largest = distance;
  }
  return Number.isNaN(largest) ? Number.POSITIVE_INFINITY : largest;
}

function metresPerPixel({ width, height }: ReferencePoints, { apply }: PlaneTransform): number {
  const centre = { x: width / 2, y: -height / 2 };
  const middle = apply(centre);
  const right = apply({ x: centre.x + 0.5, y: centre.y });
  const above = apply({ x: centre.x, y: centre.y + 0.5 });
  const area = (right.x - middle.x) * (above.y - middle.y) - (right.y - middle.y) * (above.x - middle.x);
  return 2 * Math.sqrt(Math.abs(area));
}
