import { densify, wrapLongitude } from './antimeridian.ts';
import { closeRing, toRings } from './circle-vertices.ts';
import type { FeatureWriter } from './feature-writer.ts';
import type { LngLatAlt, MapFeature } from './map-feature.ts';
import { escapeXml, formatDecimal, xmlElement } from './xml-text.ts';

/** `type` of a track for the outline and the holes of an area: GPX has no areas. */
export const AREA_TYPE = 'area';

/** Topografix' style extension: GPX 1.1 has no colours. */
const GPX_STYLE_NAMESPACE = 'http://www.topografix.com/GPX/gpx_style/0/2';

/** GPX 1.1. The caller must write waypoints before tracks. */
export const gpxWriter: FeatureWriter = {
  mediaType: 'application/gpx+xml',
  extension: '.gpx',

  head: (name) =>
    `<?xml version="1.0" encoding="UTF-8"?>\n` +
    `<gpx version="1.1" creator="Wakeline" xmlns="http://www.topografix.com/GPX/1/1">\n` +
    `<metadata>${xmlElement('name', name)}</metadata>\n`,

  feature(feature) {
    switch (feature.kind) {
      case 'point':
        return `${pointText('wpt', feature.coordinates, describeFeature(feature, ''))}\n`;
      case 'line':
        return trackText(feature, '', [feature.vertices]);
      case 'area':
        return trackText(feature, AREA_TYPE, toRings(feature.shape).map(closeRing));
    }
  },

  tail: '</gpx>\n',
};

function trackText(feature: MapFeature, type: string, segments: readonly (readonly LngLatAlt[])[]): string {
  const texts = segments.map(
    (vertices) => `<trkseg>\n${densify(vertices).map(trackPoint).join('\n')}\n</trkseg>\n`,
  );
  return `<trk>${describeFeature(feature, type)}\n${texts.join('')}</trk>\n`;
}

function trackPoint(point: LngLatAlt): string {
  return pointText('trkpt', point, '');
}

function pointText(name: string, [lng, lat, altitude]: LngLatAlt, details: string): string {
  // The schema allows 180 degrees only in the west.
  const west = wrapLongitude(lng);
  const lon = west === 180 ? -180 : west;
  const content = altitude === undefined ? details : `<ele>${formatDecimal(altitude)}</ele>${details}`;
  const head = `<${name} lat="${formatDecimal(lat)}" lon="${formatDecimal(lon)}"`;
  return content === '' ? `${head}/>` : `${head}>${content}</${name}>`;
}

/** In the order of the schema. */
function describeFeature({ name, note, color }: MapFeature, type: string): string {
  const style =
    color === null
      ? ''
      : `<extensions><line xmlns="${GPX_STYLE_NAMESPACE}"><color>${escapeXml(color.slice(1))}</color></line></extensions>`;
  return `${xmlElement('name', name)}${xmlElement('desc', note)}${xmlElement('type', type)}${style}`;
}
