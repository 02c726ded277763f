import type { FenceShape } from '@wakeline/domain/fences/fence-shape';
import { withSteps, wrapped } from './antimeridian.ts';
import { closedRing, ringsOf } from './circle-corners.ts';
import { kmlColor } from './color.ts';
import type { FeatureWriter } from './feature-writer.ts';
import type { MapFeature, Place } from './map-feature.ts';
import { decimal, xmlElement } from './xml-text.ts';

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

/** Lines in full, areas seen through. */
function styleText({ kind, color }: MapFeature): string {
  if (color === null) return '';
  const full = `<color>${kmlColor(color, 'ff')}</color>`;
  switch (kind) {
    case 'point':
      return `<Style><IconStyle>${full}</IconStyle></Style>`;
    case 'line':
      return `<Style><LineStyle>${full}<width>4</width></LineStyle></Style>`;
    case 'area':
      return `<Style><LineStyle>${full}<width>2</width></LineStyle><PolyStyle><color>${kmlColor(color, '40')}</color></PolyStyle></Style>`;
  }
}

function geometryText(feature: MapFeature): string {
  switch (feature.kind) {
    case 'point':
      return `<Point>${coordinates([feature.place])}</Point>`;
    case 'line':
      return `<LineString><tessellate>1</tessellate>${coordinates(withSteps(feature.places))}</LineString>`;
    case 'area':
      return polygonText(feature.shape);
  }
}

function polygonText(shape: FenceShape): string {
  const [outline = '', ...holes] = ringsOf(shape).map(
    (ring) => `<LinearRing>${coordinates(withSteps(closedRing(ring)))}</LinearRing>`,
  );
  const inner = holes.map((ring) => `<innerBoundaryIs>${ring}</innerBoundaryIs>`);
  return `<Polygon><tessellate>1</tessellate><outerBoundaryIs>${outline}</outerBoundaryIs>${inner.join('')}</Polygon>`;
}

/** Altitudes are said, and not used: everything lies on the ground (`altitudeMode` clampToGround by default). */
function coordinates(places: readonly Place[]): string {
  const texts = places.map(([lng, ...rest]) => [wrapped(lng), ...rest].map(decimal).join(','));
  return `<coordinates>${texts.join(' ')}</coordinates>`;
}
