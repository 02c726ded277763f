import { withSteps, wrapped } from './antimeridian.ts';
import { closedRing, ringsOf } from './circle-corners.ts';
import type { FeatureWriter } from './feature-writer.ts';
import type { MapFeature, Place } from './map-feature.ts';
import { decimal, xmlElement, xmlText } from './xml-text.ts';

/** `type` of a track that is the outline of an area and its holes: GPX has no areas. */
export const AREA_TYPE = 'area';

/** Topografix' own extension for what things look like: GPX 1.1 says no colours. */
const STYLE = 'http://www.topografix.com/GPX/gpx_style/0/2';

/** GPX 1.1. Waypoints have to come before tracks: whoever writes both sorts them. */
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
        return `${pointText('wpt', feature.place, wordsOf(feature, ''))}\n`;
      case 'line':
        return trackText(feature, '', [feature.places]);
      case 'area':
        return trackText(feature, AREA_TYPE, ringsOf(feature.shape).map(closedRing));
    }
  },

  tail: '</gpx>\n',
};

function trackText(feature: MapFeature, type: string, segments: readonly (readonly Place[])[]): string {
  const texts = segments.map(
    (places) => `<trkseg>\n${withSteps(places).map(trackPoint).join('\n')}\n</trkseg>\n`,
  );
  return `<trk>${wordsOf(feature, type)}\n${texts.join('')}</trk>\n`;
}

function trackPoint(place: Place): string {
  return pointText('trkpt', place, '');
}

function pointText(name: string, [lng, lat, altitude]: Place, words: string): string {
  // The schema has 180 degrees in the west only.
  const west = wrapped(lng);
  const lon = west === 180 ? -180 : west;
  const inside = altitude === undefined ? words : `<ele>${decimal(altitude)}</ele>${words}`;
  const head = `<${name} lat="${decimal(lat)}" lon="${decimal(lon)}"`;
  return inside === '' ? `${head}/>` : `${head}>${inside}</${name}>`;
}

/** In the order of the schema. */
function wordsOf({ name, note, color }: MapFeature, type: string): string {
  const style =
    color === null
      ? ''
      : `<extensions><line xmlns="${STYLE}"><color>${xmlText(color.slice(1))}</color></line></extensions>`;
  return `${xmlElement('name', name)}${xmlElement('desc', note)}${xmlElement('type', type)}${style}`;
}
