import type { FenceShape } from '@wakeline/domain/fences/fence-shape';
import { densify, wrapLongitude } from './antimeridian.ts';
import { closeRing, toRings } from './circle-vertices.ts';
import { toKmlColor } from './color.ts';
import type { FeatureWriter } from './feature-writer.ts';
import type { LngLatAlt, MapFeature } from './map-feature.ts';
import { formatDecimal, xmlElement } from './xml-text.ts';

/** KML 2.2 (OGC 07-147r2). */
export const kmlWriter: FeatureWriter = {
  mediaType: 'application/vnd.google-earth.kml+xml',
  extension: '.kml',

  head: (name) =>
    `<?xml version="1.0" encoding="UTF-8"?>\n` +
    `<kml xmlns="http://www.opengis.net/kml/2.2">\n<Document>${xmlElement('name', name)}\n`,

  feature: (feature) =>
    `<Placemark>${xmlElement('name', feature.name)}${xmlElement('description', feature.note)}` +
    `${styleText(feature)}\n${geometryText(feature)}\n</Placemark>\n`,

  tail: '</Document>\n</kml>\n',
};

/** Opaque lines and transparent areas. */
function styleText({ kind, color }: MapFeature): string {
  if (color === null) return '';
  const lineColor = `<color>${toKmlColor(color, 'ff')}</color>`;
  switch (kind) {
    case 'point':
      return `<Style><IconStyle>${lineColor}</IconStyle></Style>`;
    case 'line':
      return `<Style><LineStyle>${lineColor}<width>4</width></LineStyle></Style>`;
    case 'area':
      return `<Style><LineStyle>${lineColor}<width>2</width></LineStyle><PolyStyle><color>${toKmlColor(color, '40')}</color></PolyStyle></Style>`;
  }
}

function geometryText(feature: MapFeature): string {
  switch (feature.kind) {
    case 'point':
      return `<Point>${coordinatesText([feature.coordinates])}</Point>`;
    case 'line':
      return `<LineString><tessellate>1</tessellate>${coordinatesText(densify(feature.vertices))}</LineString>`;
    case 'area':
      return polygonText(feature.shape);
  }
}

function polygonText(shape: FenceShape): string {
  const [outline = '', ...holes] = toRings(shape).map(
    (ring) => `<LinearRing>${coordinatesText(densify(closeRing(ring)))}</LinearRing>`,
  );
  const inner = holes.map((ring) => `<innerBoundaryIs>${ring}</innerBoundaryIs>`);
  return `<Polygon><tessellate>1</tessellate><outerBoundaryIs>${outline}</outerBoundaryIs>${inner.join('')}</Polygon>`;
}

/** Altitudes are written but not used: everything lies on the ground (`altitudeMode` clampToGround by default). */
function coordinatesText(points: readonly LngLatAlt[]): string {
  const texts = points.map(([lng, ...rest]) => [wrapLongitude(lng), ...rest].map(formatDecimal).join(','));
  return `<coordinates>${texts.join(' ')}</coordinates>`;
}
