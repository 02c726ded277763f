import { NamedError } from '@wakeline/contract/errors';
import type { OcadPlacementForm, OcadPositionSource } from '@wakeline/contract/ocad-maps/ocad-map';
import { toGcj02 } from '@wakeline/domain/coordinates/gcj02';
import { MERCATOR_LATITUDE, mercatorX, mercatorY } from '@wakeline/domain/geo/web-mercator';
import { type PaperPlacement, placePaper, unplacedPaper } from '@wakeline/domain/layers/paper-placement';
import type { OcadPosition, PaperPoint } from '@wakeline/formats/ocad/ocad-position';
import type { TileDatum } from '../map-tiles/tile-datum.ts';

type LngLat = readonly [lng: number, lat: number];
type PaperBounds = readonly [minX: number, minY: number, maxX: number, maxY: number];

/** Where a map lies on the earth. */
export interface OcadPlacement extends PaperPlacement {
  readonly position: OcadPositionSource;
}

/** What places a map besides its file. */
export interface PlacedMap extends OcadPlacementForm {
  readonly paperBounds: PaperBounds;
  /** Denominator. */
  readonly mapScale: number;
}

/**
 * Places a map by its points, otherwise by the position of its file. Without either it lies near 0, 0, where the web
 * map is true to scale.
 *
 * @throws NamedError the reason why its points cannot place it; `layer-off-map` also for an impossible position of a file
 */
export function placeOcadMap(map: PlacedMap, filePosition: OcadPosition | null): OcadPlacement {
  const { mapScale, paperBounds } = map;
  if (map.paperPoints.length > 0 || map.mapPoints.length > 0) {
    const placement = placePaper(map);
    if (typeof placement === 'string') throw new NamedError(placement);
    return { ...placement, position: 'points' };
  }
  if (filePosition === null) return { ...unplacedPaper(mapScale), position: 'none' };
  const [minX, minY, maxX, maxY] = paperBounds;
  for (const corner of [
    [minX, minY],
    [maxX, minY],
    [maxX, maxY],
    [minX, maxY],
  ] as const) {
    const [lng = Number.NaN, lat = Number.NaN] = filePosition.toWgs84(corner) ?? [];
    if (!(Math.abs(lng) <= 540 && Math.abs(lat) <= MERCATOR_LATITUDE)) throw new NamedError('layer-off-map');
  }
  return {
    position: 'file',
    metresPerMillimetre: mapScale / 1_000,
    toLngLat: (point) => filePosition.toWgs84(point) ?? [Number.NaN, Number.NaN],
    toPaper: (position) => filePosition.toPaper(position) ?? [Number.NaN, Number.NaN],
  };
}

/** From paper to the square of the web map, of a datum. */
export function toMercator({ toLngLat }: OcadPlacement, datum: TileDatum): (point: PaperPoint) => LngLat {
  return (point) => {
    const [lng, lat] = toLngLat(point);
    const shifted = datum === 'gcj02' ? toGcj02({ lng, lat }) : { lng, lat };
    return [mercatorX(shifted.lng), mercatorY(shifted.lat)];
  };
}
