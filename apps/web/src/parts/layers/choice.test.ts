import type { BaseLayer } from '@wakeline/contract/entities/base-layer';
import { expect, test } from 'vitest';
import { findLayer, parseStoredLayer, parseTransparency } from './choice.ts';

const layer = (index: number, key: string, type: BaseLayer['type'] = 'roadmap'): BaseLayer => ({
  index,
  key,
  type,
  names: { zh_CN: key, en_US: key },
  kind: 'raster',
  coordinates: 'wgs84',
  urls: [],
  scheme: 'xyz',
  tileSize: 256,
  minZoom: 0,
  maxZoom: 20,
  attribution: '',
  chart: false,
});
const LAYERS = [layer(0, 'roads'), layer(1, 'pictures', 'satellite'), layer(3, 'old pictures', 'satellite')];

test.each([
  ['as it was', { index: 3, name: 'old pictures' }, 'old pictures'],
  ['with another name at its place', { index: 3, name: 'pictures' }, 'pictures'],
  ['at another place', { index: 0, name: 'old pictures' }, 'pictures'],
  ['gone', { index: 2, name: 'blank' }, 'pictures'],
  ['never', null, 'pictures'],
])('the remembered layer: %s', (_case, storedLayer, key) => {
  expect(findLayer(LAYERS, 1, storedLayer)?.key).toBe(key);
});

test('without a first layer there is the world map alone', () => {
  expect(findLayer([], null, { index: 0, name: 'roads' })).toBeNull();
});

test('what somebody else wrote into the store is not believed', () => {
  expect(parseStoredLayer({ index: '3', name: 'x' })).toBeNull();
  expect(parseStoredLayer(null)).toBeNull();
  expect(parseTransparency(101)).toBeNull();
  expect(parseTransparency('30')).toBeNull();
  expect(parseTransparency(34)).toBe(30);
});
