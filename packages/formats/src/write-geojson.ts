import type { FeatureWriter } from './feature-writer.ts';
import { toGeoJsonGeometry, toShapeProperties } from './geojson-geometry.ts';
import type { MapFeature } from './map-feature.ts';

/** GeoJSON (RFC 7946) with colours as in simplestyle 1.1.0. */
export const geoJsonWriter: FeatureWriter = {
  mediaType: 'application/geo+json',
  extension: '.geojson',

  head: (name) => `{"type":"FeatureCollection","name":${JSON.stringify(name)},"features":[\n`,

  feature(feature, first) {
    const properties = {
      name: feature.name,
      ...(feature.note !== '' && { description: feature.note }),
      ...toColorProperties(feature),
      ...toShapeProperties(feature),
    };
    const written = { type: 'Feature', properties, geometry: toGeoJsonGeometry(feature) };
    return `${first ? '' : ',\n'}${JSON.stringify(written)}`;
  },

  tail: '\n]}\n',
};

function toColorProperties({ kind, color }: MapFeature): Readonly<Record<string, unknown>> {
  if (color === null) return {};
  if (kind === 'point') return { 'marker-color': color };
  return kind === 'line' ? { stroke: color } : { stroke: color, fill: color, 'fill-opacity': 0.25 };
}
