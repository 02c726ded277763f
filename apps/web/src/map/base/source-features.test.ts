import type { Feature } from 'geojson';
import { expect, test } from 'vitest';
import { DATUM_SHIFTS, shiftCollection, shiftDifference } from './datum-shift.ts';
import { SourceFeatures } from './source-features.ts';

const point = (id: number, lng: number, properties = {}): Feature => ({
  type: 'Feature',
  id,
  properties,
  geometry: { type: 'Point', coordinates: [lng, 24.78] },
});
const collection = (...features: Feature[]) => ({ type: 'FeatureCollection' as const, features });

test('holds the same features as the map after a set and changes', () => {
  const sourceFeatures = new SourceFeatures();
  sourceFeatures.set('devices', collection(point(1, 110), point(2, 111, { a: 1, b: 2 }), point(3, 112)));
  sourceFeatures.change('devices', {
    remove: [3],
    add: [point(4, 113)],
    update: [
      {
        id: 2,
        newGeometry: { type: 'Point', coordinates: [120, 24.78] },
        removeProperties: ['a'],
        addOrUpdateProperties: [{ key: 'c', value: 3 }],
      },
      // MapLibre ignores updates of unknown features.
      { id: 9, newGeometry: { type: 'Point', coordinates: [0, 0] } },
    ],
  });
  sourceFeatures.change('devices', { remove: [1] });
  expect(sourceFeatures.all().get('devices')?.features).toEqual([
    point(2, 120, { b: 2, c: 3 }),
    point(4, 113),
  ]);
  sourceFeatures.change('devices', { removeAll: true, add: [point(5, 100)] });
  expect(sourceFeatures.all().get('devices')?.features).toEqual([point(5, 100)]);
  sourceFeatures.set('devices', collection(point(6, 100)));
  expect(sourceFeatures.all().get('devices')?.features).toEqual([point(6, 100)]);
  sourceFeatures.delete('devices');
  expect(sourceFeatures.all().size).toBe(0);
});

// 24.78, 110.49 in GCJ-02: github.com/googollee/eviltransform, release 0.1.1 for Python.
const WGS84 = [110.49, 24.78];
const SHIFTED = [110.4946177022179, 24.777123266093724];

test.each([
  { type: 'Point', coordinates: WGS84 },
  { type: 'LineString', coordinates: [WGS84, WGS84] },
  { type: 'Polygon', coordinates: [[WGS84, WGS84]] },
  { type: 'MultiPolygon', coordinates: [[[WGS84]]] },
  { type: 'GeometryCollection', geometries: [{ type: 'MultiPoint', coordinates: [WGS84] }] },
] as Feature['geometry'][])('shifts every position of a $type', (geometry) => {
  const shifted = shiftCollection(
    collection({ type: 'Feature', properties: {}, geometry }),
    DATUM_SHIFTS.gcj02.toMapDatum,
  );
  const numbers = JSON.stringify(shifted.features[0]?.geometry).match(/[\d.]+/g) ?? [];
  expect(numbers.length).toBeGreaterThan(1);
  numbers.forEach((number, i) => {
    expect(Number(number)).toBeCloseTo(SHIFTED[i % 2] ?? 0, 6);
  });
});

test('shifts diffs, and leaves updates without a geometry unchanged', () => {
  const attributes = { id: 2, addOrUpdateProperties: [{ key: 'status', value: 'SOS' }] };
  const { add, update, remove } = shiftDifference(
    {
      remove: [7],
      add: [point(1, 110.49)],
      update: [{ id: 3, newGeometry: { type: 'Point', coordinates: WGS84 } }, attributes],
    },
    DATUM_SHIFTS.gcj02.toMapDatum,
  );
  expect(remove).toEqual([7]);
  expect(JSON.stringify(add)).toContain('110.4946');
  expect(JSON.stringify(update?.[0])).toContain('110.4946');
  expect(update?.[1]).toBe(attributes);
});

test('copies nothing in WGS-84', () => {
  const features = collection(point(1, 110));
  expect(shiftCollection(features, DATUM_SHIFTS.wgs84.toMapDatum)).toBe(features);
});
