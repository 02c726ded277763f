import { moved, withSteps, wrapped } from './antimeridian.ts';
import { closedRing, ringsOf } from './circle-corners.ts';
import type { MapFeature, MapGeometry, Place } from './map-feature.ts';
import { type Polygon, splitArea } from './split-area.ts';
import { splitLine } from './split-line.ts';

/** A geometry as RFC 7946 has it (3.1). */
export interface GeoJsonGeometry {
  readonly type: string;
  readonly coordinates: unknown;
}

/** A geometry of one of ours; what crosses the antimeridian is cut there. */
export function geoJsonGeometry(feature: MapGeometry): GeoJsonGeometry {
  switch (feature.kind) {
    case 'point':
      return { type: 'Point', coordinates: moved(feature.place, wrapped(feature.place[0])) };
    case 'line':
      return oneOrMany('LineString', splitLine(withSteps(feature.places)));
    case 'area':
      return oneOrMany('Polygon', splitArea(ringsOf(feature.shape).map(stepped)).map(closed));
  }
}

/** What a geometry of corners cannot say: a circle's centre, and areas that were cut. */
export function shapeProperties(feature: MapFeature): Readonly<Record<string, unknown>> {
  if (feature.kind !== 'area') return {};
  const { type, ...data } = feature.shape;
  if (type === 'CIRCULAR') return { circle: data };
  if (type === 'RECTANGLE') return { rectangle: data };
  return geoJsonGeometry(feature).type === 'MultiPolygon' ? { polygon: data } : {};
}

function oneOrMany(type: string, parts: readonly unknown[]): GeoJsonGeometry {
  return parts.length === 1 ? { type, coordinates: parts[0] } : { type: `Multi${type}`, coordinates: parts };
}

function stepped<P extends Place>(ring: readonly P[]): readonly P[] {
  const [first] = ring;
  return first === undefined ? ring : withSteps([...ring, first]).slice(0, -1);
}

function closed(polygon: Polygon): Polygon {
  return polygon.map(closedRing);
}
