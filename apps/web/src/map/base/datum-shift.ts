import type { ImageSourceSpecification } from '@maplibre/maplibre-gl-style-spec';
import type { CoordinateSystem } from '@wakeline/contract/entities/base-layer';
import { fromGcj02, toGcj02 } from '@wakeline/domain/coordinates/gcj02';
import type { Feature, FeatureCollection, Geometry, Position } from 'geojson';
import type { GeoJSONSourceDiff } from 'maplibre-gl';
import type { LngLat } from '../map-view.ts';

/** Converts WGS-84 to the coordinates of a base layer, and back. */
export interface DatumShift {
  readonly datum: CoordinateSystem;
  readonly toMapDatum: (lngLat: LngLat) => LngLat;
  readonly toWgs84: (lngLat: LngLat) => LngLat;
}

const identity = (lngLat: LngLat) => lngLat;

export const DATUM_SHIFTS: Readonly<Record<CoordinateSystem, DatumShift>> = {
  wgs84: { datum: 'wgs84', toMapDatum: identity, toWgs84: identity },
  gcj02: { datum: 'gcj02', toMapDatum: toGcj02, toWgs84: fromGcj02 },
};

type ToMapDatum = DatumShift['toMapDatum'];

/** The features in the coordinates of the base layer; the same object if nothing is shifted. */
export function shiftCollection(features: FeatureCollection, toMapDatum: ToMapDatum): FeatureCollection {
  if (toMapDatum === identity) return features;
  return { ...features, features: features.features.map((feature) => shiftFeature(feature, toMapDatum)) };
}

/** Shifts the geometries of a diff. */
export function shiftDifference(difference: GeoJSONSourceDiff, toMapDatum: ToMapDatum): GeoJSONSourceDiff {
  if (toMapDatum === identity) return difference;
  const { add, update } = difference;
  return {
    ...difference,
    ...(add && { add: add.map((feature) => shiftFeature(feature, toMapDatum)) }),
    ...(update && {
      update: update.map((one) =>
        one.newGeometry === undefined
          ? one
          : { ...one, newGeometry: shiftGeometry(one.newGeometry, toMapDatum) },
      ),
    }),
  };
}

/** Shifts the corners of an image source. */
export function shiftSource<Source extends ImageSourceSpecification>(
  source: Source,
  toMapDatum: ToMapDatum,
): Source {
  const [northwest, northeast, southeast, southwest] = source.coordinates;
  const shiftCorner = ([lng, lat]: [number, number]): [number, number] => {
    const to = toMapDatum({ lng, lat });
    return [to.lng, to.lat];
  };
  return {
    ...source,
    coordinates: [
      shiftCorner(northwest),
      shiftCorner(northeast),
      shiftCorner(southeast),
      shiftCorner(southwest),
    ],
  };
}

function shiftFeature(feature: Feature, toMapDatum: ToMapDatum): Feature {
  // GeoJSON features may have no geometry (RFC 7946, 3.2), although the type does not allow it.
  const { geometry }: { readonly geometry: Geometry | null } = feature;
  return geometry === null ? feature : { ...feature, geometry: shiftGeometry(geometry, toMapDatum) };
}

function shiftGeometry(geometry: Geometry, toMapDatum: ToMapDatum): Geometry {
  const shiftPosition = (position: Position): Position => {
    const [lng = 0, lat = 0, ...more] = position;
    const to = toMapDatum({ lng, lat });
    return [to.lng, to.lat, ...more];
  };
  const shiftLine = (positions: Position[]) => positions.map(shiftPosition);
  const shiftLines = (rings: Position[][]) => rings.map(shiftLine);
  switch (geometry.type) {
    case 'Point':
      return { ...geometry, coordinates: shiftPosition(geometry.coordinates) };
    case 'MultiPoint':
    case 'LineString':
      return { ...geometry, coordinates: shiftLine(geometry.coordinates) };
    case 'MultiLineString':
    case 'Polygon':
      return { ...geometry, coordinates: shiftLines(geometry.coordinates) };
    case 'MultiPolygon':
      return { ...geometry, coordinates: geometry.coordinates.map(shiftLines) };
    case 'GeometryCollection':
      return {
        ...geometry,
        geometries: geometry.geometries.map((member) => shiftGeometry(member, toMapDatum)),
      };
  }
}
