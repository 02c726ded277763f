import { expect, test } from 'vitest';
import { createFeatureDiff } from './feature-diff.ts';

function feature(id: number, lng: number) {
  return {
    type: 'Feature' as const,
    id,
    properties: { n: id },
    geometry: { type: 'Point' as const, coordinates: [lng, 0] },
  };
}

test('nothing is no difference', () => {
  const difference = createFeatureDiff();
  expect(difference.take()).toBeNull();
  difference.put(feature(1, 0));
  difference.take();
  expect(difference.take()).toBeNull();
});

test('each feature stands once: the last word counts', () => {
  const difference = createFeatureDiff();
  for (let lng = 0; lng < 100; lng += 1) difference.move(1, { lng, lat: 0 });
  expect(difference.take()).toEqual({
    remove: [],
    add: [],
    update: [{ id: 1, newGeometry: { type: 'Point', coordinates: [99, 0] } }],
  });
});

test('a new feature that moves is put at its newest place', () => {
  const difference = createFeatureDiff();
  difference.put(feature(1, 0));
  difference.move(1, { lng: 5, lat: 6 });
  expect(difference.take()).toMatchObject({
    add: [{ id: 1, geometry: { coordinates: [5, 6] } }],
    update: [],
  });
});

test('removed is not moved, and put again is not removed', () => {
  const difference = createFeatureDiff();
  difference.move(1, { lng: 1, lat: 1 });
  difference.remove(1);
  expect(difference.take()).toEqual({ remove: [1], add: [], update: [] });
  difference.remove(2);
  difference.put(feature(2, 0));
  expect(difference.take()).toMatchObject({ remove: [], add: [{ id: 2 }] });
});
