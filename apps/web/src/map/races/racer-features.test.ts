import { expect, test } from 'vitest';
import { type Racer, racerFeatures } from './racer-features.ts';

const RACER: Racer = {
  ...{ id: 7, lng: -179.9, lat: 10, color: '#c2185b', label: '7', order: 1, selected: false, muted: false },
  tail: [
    { lng: 179.8, lat: 10 },
    { lng: 179.9, lat: 10 },
  ],
};

test('draws a circle and a tail that ends at it, also over the antimeridian', () => {
  const { circles, tails } = racerFeatures([RACER]);
  expect(circles.features[0]).toMatchObject({ id: 7, properties: { label: '7', color: '#c2185b' } });
  const [tail] = tails.features;
  if (tail?.geometry.type !== 'LineString') throw new Error('a line is expected');
  expect(tail.geometry.coordinates.map(([lng]) => lng?.toFixed(1))).toEqual(['-180.2', '-180.1', '-179.9']);
});

test('draws no tail of a single position', () => {
  expect(racerFeatures([{ ...RACER, tail: [] }]).tails.features).toEqual([]);
});
