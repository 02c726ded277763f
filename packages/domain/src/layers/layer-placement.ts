import {
  latFromMercator,
  lngFromMercator,
  MERCATOR_LATITUDE,
  mercatorX,
  mercatorY,
  nearestLng,
} from '../geo/web-mercator.ts';
import { type Affine, applyAffine, areCollinear, fitAffine, type PlanePoint } from './affine.ts';

/** `[longitude, latitude]`, WGS-84 degrees. */
type LngLat = readonly [lng: number, lat: number];

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

export interface LayerPlacement {
  readonly corners: LayerCorners;
  /** Distance of each pair after the fit, in metres on the ground. */
  readonly residuals: readonly number[];
}

/** Why a picture cannot be placed; the names of the contract's errors. */
export type LayerError = 'layer-points' | 'layer-points-uneven' | 'layer-points-line' | 'layer-off-map';

/** Three points determine an affine transformation (specification, section 5). */
const MIN_POINTS = 3;
/** Circumference of the sphere of the web map in metres: EPSG:3857, 2 pi 6 378 137. */
const CIRCUMFERENCE = 40_075_016.686;

/**
 * Places a picture by least squares in the plane of the web map, in which pictures are drawn. This plane is conformal, like the
 * grids of local maps, so over two kilometres an affine transformation between them is accurate to a metre.
 */
export function placeLayer(points: ReferencePoints): LayerPlacement | LayerError {
  const { width, height, layerPoints, mapPoints } = points;
  if (layerPoints.length !== mapPoints.length) return 'layer-points-uneven';
  const [first] = mapPoints;
  if (first === undefined || mapPoints.length < MIN_POINTS) return 'layer-points';
  // Points on both sides of the antimeridian are close to each other.
  const projected = mapPoints.map(([lng, lat]) => ({
    x: mercatorX(nearestLng(lng, first[0])),
    y: mercatorY(lat),
  }));
  if (areCollinear(layerPoints) || areCollinear(projected)) return 'layer-points-line';
  const affine = fitAffine(layerPoints, projected);
  const corner = (x: number, y: number) => toLngLat(applyAffine(affine, { x, y }));
  const corners = {
    northwest: corner(0, 0),
    northeast: corner(width, 0),
    southeast: corner(width, height),
    southwest: corner(0, height),
  };
  if (Object.values(corners).some(isOffMap)) return 'layer-off-map';
  return {
    corners,
    residuals: layerPoints.map((point, index) => residualMetres(affine, point, projected[index] ?? point)),
  };
}

function toLngLat({ x, y }: PlanePoint): [number, number] {
  return [lngFromMercator(x), latFromMercator(y)];
}

/** Beyond the square of the web map, or more than one world copy away. */
function isOffMap([lng, lat]: LngLat): boolean {
  return !(Math.abs(lng) <= 540 && Math.abs(lat) <= MERCATOR_LATITUDE);
}

function residualMetres(affine: Affine, from: PlanePoint, to: PlanePoint): number {
  const { x, y } = applyAffine(affine, from);
  const scale = CIRCUMFERENCE * Math.cos((latFromMercator(to.y) * Math.PI) / 180);
  return Math.hypot(x - to.x, y - to.y) * scale;
}
