import { VectorTile } from '@mapbox/vector-tile';
import { latFromMercator, lngFromMercator, mercatorX, mercatorY } from '@wakeline/domain/geo/web-mercator';
import { PbfReader } from 'pbf';
import { expect, test } from 'vitest';
import { drawOcad } from './draw-ocad.ts';
import { cutDrawing, type DrawingPlacement, drawingLayers, tileRange } from './drawing-tiles.ts';
import { ocadPosition, ocadScale } from './ocad-position.ts';
import { readOcad } from './read-ocad.ts';
import { sampleFile } from './testing/sample-file.ts';
import { writeOcad } from './testing/write-ocad.ts';

const FILE = readOcad(writeOcad(sampleFile(12)));
const DRAWING = drawOcad(FILE);
const POSITION = ocadPosition(FILE);
const PLACEMENT: DrawingPlacement = {
  toMercator: (point) => {
    const [lng = 0, lat = 0] = POSITION?.toWgs84(point) ?? [];
    return [mercatorX(lng), mercatorY(lat)];
  },
  metresPerMillimetre: ocadScale(FILE) / 1_000,
};

/** All features of a layer at a zoom, as GeoJSON. */
function featuresOf(layer: string, zoom: number) {
  return [...cutDrawing(DRAWING, PLACEMENT)]
    .filter(({ z }) => z === zoom)
    .flatMap(({ z, x, y, data }) => {
      const found = new VectorTile(new PbfReader(data)).layers[layer];
      return Array.from({ length: found?.length ?? 0 }, (_, index) =>
        found?.feature(index).toGeoJSON(x, y, z),
      );
    });
}

test('names the layers of a drawing, bottom to top', () => {
  // Gelb, Blå, Schwarz; nothing visible is violet.
  expect(drawingLayers(DRAWING).map(({ color, kind }) => `${kind}${color}`)).toEqual([
    ...['a0', 'l0'],
    ...['a1', 'l1', 't1'],
    ...['a2', 'l2', 'r2', 't2'],
  ]);
});

test('covers the zooms from an overview to the detail of the paper', () => {
  const { minZoom, maxZoom, bounds } = tileRange(DRAWING, PLACEMENT);
  // 39 mm at 1:10,000 are 390 m; at 46.95 degrees a tile of zoom 16 has 417 m. Two more zooms are an overview.
  expect(minZoom).toBe(14);
  // 0.02 mm are 0.2 m: 27,345 km / 2^z / 4096 is 0.2037 m at zoom 15.
  expect(maxZoom).toBe(16);
  expect(lngFromMercator(bounds[0])).toBeGreaterThan(7.43);
  expect(latFromMercator(bounds[1])).toBeLessThan(46.97);
});

test('starts closed lines between two corners, so that all corners are joined', () => {
  // The frame from 9, -10 to -1, -6 mm: its first side is the right one.
  const [lng = 0, lat = 0] = POSITION?.toWgs84([9, -8]) ?? [];
  const lines = featuresOf('r2', tileRange(DRAWING, PLACEMENT).minZoom).flatMap((feature) => {
    const geometry = feature?.geometry as GeoJSON.MultiLineString | GeoJSON.LineString;
    return geometry.type === 'LineString' ? [geometry.coordinates] : geometry.coordinates;
  });
  // A unit of the tile is 0.4 m.
  const near = ([x = 0, y = 0]: GeoJSON.Position = []) => Math.hypot(x - lng, y - lat) < 1e-5;
  const frame = lines.find((line) => near(line[0]));
  expect(frame).toHaveLength(6);
  expect(near(frame?.at(-1))).toBe(true);
});

test('has every element at its position, at every zoom', () => {
  const { minZoom, maxZoom } = tileRange(DRAWING, PLACEMENT);
  const [lng = 0, lat = 0] = POSITION?.toWgs84([1, 9]) ?? [];
  for (let zoom = minZoom; zoom <= maxZoom; zoom++) {
    const texts = featuresOf('t2', zoom);
    const [first] = texts;
    const [x = 0, y = 0] = (first?.geometry as GeoJSON.Point | undefined)?.coordinates ?? [];
    // One unit of a tile, in degrees.
    const unit = 360 / 2 ** zoom / 4_096;
    expect(Math.abs(x - lng)).toBeLessThan(unit);
    expect(Math.abs(y - lat)).toBeLessThan(unit);
    expect(first?.properties).toMatchObject({ text: 'Hügel Ä', h: 'center', b: false });
  }
});

test('has widths in metres, and angles on the map', () => {
  const [path] = featuresOf('l2', 16);
  expect(path?.properties).toMatchObject({ j: 'bevel' });
  const widths = featuresOf('l2', 16).map((feature) => feature?.properties?.w);
  // 0.25 mm, 0.14 mm and 0.1 mm at 1:10,000.
  expect(new Set(widths)).toEqual(new Set([2.5, 1.4, 1]));
  const [text] = featuresOf('t2', 16);
  // 8 points are 2.822 mm.
  expect(text?.properties?.s).toBe(28.222);
  // The paper is turned 2.5 degrees clockwise from grid north; the grid of EPSG:21781 is true at its origin.
  expect(text?.properties?.a).toBeCloseTo(2.5, 1);
});

test('has the paper as a layer', () => {
  const [paper] = featuresOf('paper', tileRange(DRAWING, PLACEMENT).minZoom);
  const [minX, minY] = DRAWING.bounds;
  const [lng = 0, lat = 0] = POSITION?.toWgs84([minX, minY]) ?? [];
  const ring = (paper?.geometry as GeoJSON.Polygon | undefined)?.coordinates[0] ?? [];
  expect(ring).toHaveLength(5);
  expect(ring.some(([x = 0, y = 0]) => Math.hypot(x - lng, y - lat) < 1e-5)).toBe(true);
});

test('closes areas and keeps their holes', () => {
  const [meadow] = featuresOf('a0', 16);
  expect(meadow?.geometry.type).toBe('Polygon');
  expect((meadow?.geometry as GeoJSON.Polygon | undefined)?.coordinates).toHaveLength(2);
});

test('reports its progress', () => {
  const progress = [...cutDrawing(DRAWING, PLACEMENT)].map((tile) => tile.progress);
  expect(progress).toEqual(progress.toSorted((a, b) => a - b));
  expect(progress.at(-1)).toBeLessThanOrEqual(1);
});
