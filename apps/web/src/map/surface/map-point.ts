import { mercatorX, mercatorY } from '@wakeline/domain/geo/web-mercator';
import type { LngLat, MapView } from '../map-view.ts';

/** A position on the map square (Web Mercator, 0 to 1) in the datum of the map; x may continue beyond. */
export interface MapPoint {
  readonly x: number;
  readonly y: number;
}

/** Where WGS-84 coordinates are drawn. */
export function toMapPoint(view: Pick<MapView, 'toMapDatum'>, lngLat: LngLat): MapPoint {
  const { lng, lat } = view.toMapDatum(lngLat);
  return { x: mercatorX(lng), y: mercatorY(lat) };
}
