import {
  latFromMercator,
  lngFromMercator,
  MERCATOR_LATITUDE,
  mercatorX,
  mercatorY,
  nearestLng,
} from '../geo/web-mercator.ts';
import { type Affine, applyAffine, fitAffine, onOneLine, type PlanePoint } from './affine.ts';

/** `[longitude, latitude]`, WGS-84 degrees. */
type Place = readonly [lng: number, lat: number];

/** Pairs of points of a picture (pixels from its top left corner) and of the ground, in one order. */
export interface ReferencePoints {
  readonly width: number;
  readonly height: number;
  readonly layerPoints: readonly PlanePoint[];
  readonly mapPoints: readonly Place[];
}

/** Corners as if the picture had north on top. */
export interface LayerCorners {
  readonly northwest: [number, number];
  readonly northeast: [number, number];
  readonly southeast: [number, number];
  readonly southwest: [number, number];
}

export interface LayerPlace {
  readonly corners: LayerCorners;
  /** How far each pair is off, metres on the ground. */
  readonly residuals: readonly number[];
}

/** Why a picture cannot be placed; the names of the contract's failures. */
export type LayerFault = 'layer-points' | 'layer-points-uneven' | 'layer-points-line' | 'layer-off-map';

/** Three points settle an affine transformation (specification, section 5). */
const FEWEST_POINTS = 3;
/** Circumference of the sphere of the web map in metres: EPSG:3857, 2 pi 6 378 137. */
const CIRCUMFERENCE = 40_075_016.686;

/**
 * Where a picture lies: by least squares on the plane of the web map, on which pictures are drawn. That plane is conformal, as are the
 * grids in which maps of a place are made: between them two kilometres are affine to within a metre.
 */
export function placeLayer(points: ReferencePoints): LayerPlace | LayerFault {
  const { width, height, layerPoints, mapPoints } = points;
  if (layerPoints.length !== mapPoints.length) return 'layer-points-uneven';
  const [first] = mapPoints;
  if (first === undefined || mapPoints.length < FEWEST_POINTS) return 'layer-points';
  // Points on both sides of the antimeridian are neighbours.
  const onMap = mapPoints.map(([lng, lat]) => ({
    x: mercatorX(nearestLng(lng, first[0])),
    y: mercatorY(lat),
  }));
  if (onOneLine(layerPoints) || onOneLine(onMap)) return 'layer-points-line';
  const affine = fitAffine(layerPoints, onMap);
  const corner = (x: number, y: number) => toGround(applyAffine(affine, { x, y }));
  const corners = {
    northwest: corner(0, 0),
    northeast: corner(width, 0),
    southeast: corner(width, height),
    southwest: corner(0, height),
  };
  if (Object.values(corners).some(isOffMap)) return 'layer-off-map';
  return {
    corners,
    residuals: layerPoints.map((point, index) => missing(affine, point, onMap[index] ?? point)),
  };
}

function toGround({ x, y }: PlanePoint): [number, number] {
  return [lngFromMercator(x), latFromMercator(y)];
}

/** Beyond the square of the web map, or more than a world away. */
function isOffMap([lng, lat]: Place): boolean {
  return !(Math.abs(lng) <= 540 && Math.abs(lat) <= MERCATOR_LATITUDE);
}

function missing(affine: Affine, from: PlanePoint, to: PlanePoint): number {
  const { x, y } = applyAffine(affine, from);
  const scale = CIRCUMFERENCE * Math.cos((latFromMercator(to.y) * Math.PI) / 180);
  return Math.hypot(x - to.x, y - to.y) * scale;
}
