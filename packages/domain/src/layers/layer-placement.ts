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

/** Pairs of points of a picture (pixels from its top left corner) and of the ground, in one order. */
export interface ReferencePoints {
  readonly width: number;
  readonly height: number;
  readonly layerPoints: readonly PlanePoint[];
  readonly mapPoints: readonly LngLat[];
}

/** Corners as if the picture had north on top. */
export interface LayerCorners {
  readonly northwest: [number, number];
  readonly northeast: [number, number];
  readonly southeast: [number, number];
  readonly southwest: [number, number];
}

export interface LayerPlacement {
  readonly corners: LayerCorners;
  /** How far each pair is off, metres on the ground. */
  readonly residuals: readonly number[];
}

/** Why a picture cannot be placed; the names of the contract's failures. */
export type LayerError = 'layer-points' | 'layer-points-uneven' | 'layer-points-line' | 'layer-off-map';

/** Three points settle an affine transformation (specification, section 5). */
const MIN_POINTS = 3;
/** Circumference of the sphere of the web map in metres: EPSG:3857, 2 pi 6 378 137. */
const CIRCUMFERENCE = 40_075_016.686;

/**
 * Where a picture lies: by least squares on the plane of the web map, on which pictures are drawn. That plane is conformal, as are the
 * grids in which maps of a place are made: between them two kilometres are affine to within a metre.
 */
export function placeLayer(points: ReferencePoints): LayerPlacement | LayerError {
  const { width, height, layerPoints, mapPoints } = points;
  if (layerPoints.length !== mapPoints.length) return 'layer-points-uneven';
  const [first] = mapPoints;
  if (first === undefined || mapPoints.length < MIN_POINTS) return 'layer-points';
  // Points on both sides of the antimeridian are neighbours.
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

/** Beyond the square of the web map, or more than a world away. */
function isOffMap([lng, lat]: LngLat): boolean {
  return !(Math.abs(lng) <= 540 && Math.abs(lat) <= MERCATOR_LATITUDE);
}

function residualMetres(affine: Affine, from: PlanePoint, to: PlanePoint): number {
  const { x, y } = applyAffine(affine, from);
  const scale = CIRCUMFERENCE * Math.cos((latFromMercator(to.y) * Math.PI) / 180);
  return Math.hypot(x - to.x, y - to.y) * scale;
}
