import { latFromMercator, lngFromMercator, mercatorX, mercatorY } from '../geo/web-mercator.ts';
import {
  type LayerError,
  type LayerPlacement,
  type PlacementOptions,
  placeLayer,
} from './layer-placement.ts';

type LngLat = readonly [lng: number, lat: number];

/** A point on paper in millimetres: to the right and up. */
export type PaperPosition = readonly [x: number, y: number];

/** Pairs of points that place a map on paper, in the same order. */
export interface PaperPoints {
  readonly paperPoints: readonly { readonly x: number; readonly y: number }[];
  readonly mapPoints: readonly LngLat[];
  readonly method: NonNullable<PlacementOptions['method']>;
  /** Extent of the map on paper, millimetres. */
  readonly paperBounds: readonly [left: number, bottom: number, right: number, top: number];
  /** Denominator of the scale. */
  readonly mapScale: number;
}

/** Where a map on paper lies on the earth, in WGS-84. */
export interface PaperPlacement {
  readonly toLngLat: (point: PaperPosition) => LngLat;
  readonly toPaper: (position: LngLat) => PaperPosition;
  /** Metres on the ground of a millimetre on paper. */
  readonly metresPerMillimetre: number;
}

/** Places a map by its points. The fit has one millimetre per pixel. */
export function placePaper({
  paperPoints,
  mapPoints,
  method,
  paperBounds: [left, bottom, right, top],
  mapScale,
}: PaperPoints): (PaperPlacement & { readonly fit: LayerPlacement }) | LayerError {
  const points = {
    width: right - left,
    height: top - bottom,
    // Pixels count from the upper left corner.
    layerPoints: paperPoints.map(({ x, y }) => ({ x: x - left, y: top - y })),
    mapPoints,
  };
  const fit = placeLayer(points, { method, mapScale });
  if (typeof fit === 'string') return fit;
  return {
    fit,
    toLngLat: ([x, y]) => fit.toLngLat({ x: x - left, y: top - y }),
    toPaper: (position) => {
      const { x, y } = fit.toPixel(position);
      return [x + left, top - y];
    },
    metresPerMillimetre: fit.metresPerPixel,
  };
}

/** Circumference of the equator of WGS-84, metres: the width of the square of the web map. */
const EQUATOR = 2 * Math.PI * 6_378_137;

/** A map without a position: near 0, 0, where the web map is true to scale. */
export function unplacedPaper(mapScale: number): PaperPlacement {
  const metresPerMillimetre = mapScale / 1_000;
  const share = metresPerMillimetre / EQUATOR;
  return {
    metresPerMillimetre,
    toLngLat: ([x, y]) => [lngFromMercator(0.5 + x * share), latFromMercator(0.5 - y * share)],
    toPaper: ([lng, lat]) => [(mercatorX(lng) - 0.5) / share, (0.5 - mercatorY(lat)) / share],
  };
}
