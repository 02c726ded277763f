import { densify, withLongitude, wrapLongitude } from './antimeridian.ts';
import { closeRing, toRings } from './circle-vertices.ts';
import type { LngLatAlt, MapFeature, MapGeometry } from './map-feature.ts';
import { type Polygon, splitArea } from './split-area.ts';
import { splitLine } from './split-line.ts';

/** A geometry of RFC 7946 (3.1). */
export interface GeoJsonGeometry {
  readonly type: string;
  readonly coordinates: unknown;
}

/** Converts a geometry; it is cut where it crosses the antimeridian. */
export function toGeoJsonGeometry(feature: MapGeometry): GeoJsonGeometry {
  switch (feature.kind) {
    case 'point':
      return {
        type: 'Point',
        coordinates: withLongitude(feature.coordinates, wrapLongitude(feature.coordinates[0])),
      };
    case 'line':
      return toSingleOrMulti('LineString', splitLine(densify(feature.vertices)));
    case 'area':
      return toSingleOrMulti('Polygon', splitArea(toRings(feature.shape).map(densifyRing)).map(closeRings));
  }
}

/** Properties for what the geometry cannot express: the centre of a circle, and areas that were cut. */
export function toShapeProperties(feature: MapFeature): Readonly<Record<string, unknown>> {
  if (feature.kind !== 'area') return {};
  const { type, ...data } = feature.shape;
  if (type === 'CIRCULAR') return { circle: data };
  if (type === 'RECTANGLE') return { rectangle: data };
  return toGeoJsonGeometry(feature).type === 'MultiPolygon' ? { polygon: data } : {};
}

function toSingleOrMulti(type: string, members: readonly unknown[]): GeoJsonGeometry {
  return members.length === 1
    ? { type, coordinates: members[0] }
    : { type: `Multi${type}`, coordinates: members };
}

function densifyRing<P extends LngLatAlt>(ring: readonly P[]): readonly P[] {
  const [first] = ring;
  return first === undefined ? ring : densify([...ring, first]).slice(0, -1);
}

function closeRings(polygon: Polygon): Polygon {
  return polygon.map(closeRing);
}
