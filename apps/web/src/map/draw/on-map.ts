import { wrapLng } from '@wakeline/domain/web-mercator';
import type { Feature, FeatureCollection, Geometry, Position } from 'geojson';
import type { MapView } from '../map-view.ts';

/** Features of the ground in the coordinates of the base layer, as the engine takes them; longitudes may run on beyond 180 degrees. */
export function onMap(view: MapView, { features }: FeatureCollection): FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: features.map((feature): Feature => ({ ...feature, geometry: shifted(view, feature.geometry) })),
  };
}

function shifted(view: MapView, geometry: Geometry): Geometry {
  const place = ([lng = 0, lat = 0]: Position): Position => {
    const wrapped = wrapLng(lng);
    const at = view.toMap({ lng: wrapped, lat });
    return [at.lng + lng - wrapped, at.lat];
  };
  switch (geometry.type) {
    case 'Point':
      return { type: 'Point', coordinates: place(geometry.coordinates) };
    case 'LineString':
      return { type: 'LineString', coordinates: geometry.coordinates.map(place) };
    case 'Polygon':
      return { type: 'Polygon', coordinates: geometry.coordinates.map((ring) => ring.map(place)) };
    default:
      return geometry;
  }
}
