import type { ImageSourceSpecification } from '@maplibre/maplibre-gl-style-spec';
import type { CoordinateSystem } from '@wakeline/contract/entities/base-layer';
import { fromGcj02, toGcj02 } from '@wakeline/domain/coordinates/gcj02';
import type { Feature, FeatureCollection, Geometry, Position } from 'geojson';
import type { GeoJSONSourceDiff } from 'maplibre-gl';
import type { LngLat } from '../map-view.ts';

/** From the ground to the coordinates of a base layer, and back. */
export interface Shift {
  readonly toMap: (place: LngLat) => LngLat;
  readonly toGround: (place: LngLat) => LngLat;
}

const same = (place: LngLat) => place;

export const SHIFTS: Readonly<Record<CoordinateSystem, Shift>> = {
  wgs84: { toMap: same, toGround: same },
  gcj02: { toMap: toGcj02, toGround: fromGcj02 },
};

type ToMap = Shift['toMap'];

/** The features at the same place of the ground on the map; the same object where nothing is shifted. */
export function shiftCollection(features: FeatureCollection, toMap: ToMap): FeatureCollection {
  if (toMap === same) return features;
  return { ...features, features: features.features.map((feature) => shiftFeature(feature, toMap)) };
}

/** The same of a difference. */
export function shiftDifference(difference: GeoJSONSourceDiff, toMap: ToMap): GeoJSONSourceDiff {
  if (toMap === same) return difference;
  const { add, update } = difference;
  return {
    ...difference,
    ...(add && { add: add.map((feature) => shiftFeature(feature, toMap)) }),
    ...(update && {
      update: update.map((one) =>
        one.newGeometry === undefined ? one : { ...one, newGeometry: shiftGeometry(one.newGeometry, toMap) },
      ),
    }),
  };
}

/** A picture's corners at their place of the ground on the map. */
export function shiftSource<Source extends ImageSourceSpecification>(source: Source, toMap: ToMap): Source {
  const [northwest, northeast, southeast, southwest] = source.coordinates;
  const one = ([lng, lat]: [number, number]): [number, number] => {
    const to = toMap({ lng, lat });
    return [to.lng, to.lat];
  };
  return { ...source, coordinates: [one(northwest), one(northeast), one(southeast), one(southwest)] };
}

function shiftFeature(feature: Feature, toMap: ToMap): Feature {
  // GeoJSON knows features without a place (RFC 7946, 3.2), whatever the type says.
  const { geometry }: { readonly geometry: Geometry | null } = feature;
  return geometry === null ? feature : { ...feature, geometry: shiftGeometry(geometry, toMap) };
}

function shiftGeometry(geometry: Geometry, toMap: ToMap): Geometry {
  const one = (position: Position): Position => {
    const [lng = 0, lat = 0, ...more] = position;
    const to = toMap({ lng, lat });
    return [to.lng, to.lat, ...more];
  };
  const line = (positions: Position[]) => positions.map(one);
  const lines = (rings: Position[][]) => rings.map(line);
  switch (geometry.type) {
    case 'Point':
      return { ...geometry, coordinates: one(geometry.coordinates) };
    case 'MultiPoint':
    case 'LineString':
      return { ...geometry, coordinates: line(geometry.coordinates) };
    case 'MultiLineString':
    case 'Polygon':
      return { ...geometry, coordinates: lines(geometry.coordinates) };
    case 'MultiPolygon':
      return { ...geometry, coordinates: geometry.coordinates.map(lines) };
    case 'GeometryCollection':
      return { ...geometry, geometries: geometry.geometries.map((part) => shiftGeometry(part, toMap)) };
  }
}
