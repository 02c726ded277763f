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

test('returns null without changes', () => {
  const diff = createFeatureDiff();
  expect(diff.take()).toBeNull();
  diff.put(feature(1, 0));
  diff.take();
  expect(diff.take()).toBeNull();
});

test('keeps one update per feature, the last one', () => {
  const diff = createFeatureDiff();
  for (let lng = 0; lng < 100; lng += 1) diff.move(1, { lng, lat: 0 });
  expect(diff.take()).toEqual({
    remove: [],
    add: [],
    update: [{ id: 1, newGeometry: { type: 'Point', coordinates: [99, 0] } }],
  });
});

test('adds a new feature at its last position', () => {
  const diff = createFeatureDiff();
  diff.put(feature(1, 0));
  diff.move(1, { lng: 5, lat: 6 });
  expect(diff.take()).toMatchObject({
    add: [{ id: 1, geometry: { coordinates: [5, 6] } }],
    update: [],
  });
});

test('drops the move of a removed feature, and the removal of one that is put again', () => {
  const diff = createFeatureDiff();
  diff.move(1, { lng: 1, lat: 1 });
  diff.remove(1);
  expect(diff.take()).toEqual({ remove: [1], add: [], update: [] });
  diff.remove(2);
  diff.put(feature(2, 0));
  expect(diff.take()).toMatchObject({ remove: [], add: [{ id: 2 }] });
});
