import { fromGcj02, toGcj02 } from '@wakeline/domain/coordinates/gcj02';
import {
  latFromMercator,
  lngFromMercator,
  mercatorX,
  mercatorY,
  wrapLng,
} from '@wakeline/domain/geo/web-mercator';
import type { LayerPlacement } from '@wakeline/domain/layers/layer-placement';
import type { Bounds, TileDatum } from '../map-tiles/tile-datum.ts';
import type { MapPoint, TileGeometry } from './tile-pyramid.ts';

/** Positions per edge of a picture: between them the outline is straight. */
const EDGE_STEPS = 32;

/** Where a picture with this placement lies on a map of a datum. */
export function tileGeometry(
  { toLngLat, toPixel }: Pick<LayerPlacement, 'toLngLat' | 'toPixel'>,
  { width, height }: { readonly width: number; readonly height: number },
  datum: TileDatum,
): TileGeometry {
  const isShifted = datum === 'gcj02';
  const edge = Array.from({ length: EDGE_STEPS }, (_, index) => index / EDGE_STEPS);
  const outline = [
    ...edge.map((t) => ({ x: t * width, y: 0 })),
    ...edge.map((t) => ({ x: width, y: t * height })),
    ...edge.map((t) => ({ x: (1 - t) * width, y: height })),
    ...edge.map((t) => ({ x: 0, y: (1 - t) * height })),
  ].map((pixel): MapPoint => {
    const [lng, lat] = toLngLat(pixel);
    const shifted = isShifted ? toGcj02({ lng, lat }) : { lng, lat };
    return { x: mercatorX(shifted.lng), y: mercatorY(shifted.lat) };
  });
  return {
    outline,
    toPixel({ x, y }) {
      const at = { lng: lngFromMercator(x), lat: latFromMercator(y) };
      const { lng, lat } = isShifted ? fromGcj02(at) : at;
      return toPixel([lng, lat]);
    },
  };
}

/** Degrees; a picture across the antimeridian keeps its width. */
export function boundsOfCorners({ corners }: Pick<LayerPlacement, 'corners'>): Bounds {
  const positions = Object.values(corners);
  const [first] = positions;
  const offset = first === undefined ? 0 : wrapLng(first[0]) - first[0];
  const [lngs, lats] = [positions.map(([lng]) => lng + offset), positions.map(([, lat]) => lat)];
  return [Math.min(...lngs), Math.min(...lats), Math.max(...lngs), Math.max(...lats)];
}
