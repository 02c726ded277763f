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
  ['unchanged', { index: 3, name: 'old pictures' }, 'old pictures'],
  ['another name at the index', { index: 3, name: 'pictures' }, 'pictures'],
  ['at another index', { index: 0, name: 'old pictures' }, 'pictures'],
  ['removed', { index: 2, name: 'blank' }, 'pictures'],
  ['never stored', null, 'pictures'],
])('restores the stored layer: %s', (_case, storedLayer, key) => {
  expect(findLayer(LAYERS, 1, storedLayer)?.key).toBe(key);
});

test('returns null without layers, for the built-in world map', () => {
  expect(findLayer([], null, { index: 0, name: 'roads' })).toBeNull();
});

test('ignores invalid stored values', () => {
  expect(parseStoredLayer({ index: '3', name: 'x' })).toBeNull();
  expect(parseStoredLayer(null)).toBeNull();
  expect(parseTransparency(101)).toBeNull();
  expect(parseTransparency('30')).toBeNull();
  expect(parseTransparency(34)).toBe(30);
});
