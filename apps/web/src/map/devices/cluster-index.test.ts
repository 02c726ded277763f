import { expect, test } from 'vitest';
import { createClusterIndex, type DevicePlace } from './cluster-index.ts';

const WORLD = { west: -180, south: -85, east: 180, north: 85 };

function place(id: number, lng: number, lat = 0, status: DevicePlace['status'] = 'RUNNING'): DevicePlace {
  return { id, lng, lat, status };
}

function indexOf(...places: DevicePlace[]) {
  const index = createClusterIndex();
  for (const one of places) index.put(one);
  index.rebuild();
  return index;
}

/** Degrees of longitude that are so many pixels wide at a zoom (512 pixels round the earth at zoom 0). */
const pixels = (count: number, zoom: number) => (count * 360) / (512 * 2 ** zoom);

test('an empty index shows nothing', () => {
  expect(createClusterIndex().look(WORLD, 4)).toEqual({ singles: [], clusters: [], of: 0 });
});

test('80 pixels apart is the border between one and two', () => {
  const near = indexOf(place(1, 10), place(2, 10 + pixels(79, 6)));
  expect(near.look(WORLD, 6).clusters).toMatchObject([{ key: 1, count: 2 }]);
  const apart = indexOf(place(1, 10), place(2, 10 + pixels(81, 6)));
  expect(apart.look(WORLD, 6)).toEqual({ singles: [1, 2], clusters: [], of: 2 });
});

test('from zoom 17 on nothing clusters, however close', () => {
  const index = indexOf(place(1, 10), place(2, 10));
  expect(index.look(WORLD, 16).clusters).toHaveLength(1);
  expect(index.look(WORLD, 17)).toEqual({ singles: [1, 2], clusters: [], of: 2 });
});

test('a cluster knows the mix of its statuses', () => {
  const index = indexOf(place(3, 10), place(1, 10, 0, 'STOP'), place(2, 10, 0, 'OFFLINE'), place(4, 10));
  expect(index.look(WORLD, 5).clusters).toMatchObject([
    { key: 1, count: 4, counts: { RUNNING: 2, STOP: 1, OFFLINE: 1, SOS: 0 } },
  ]);
});

test('an alarm is never hidden in a cluster, nor is the chosen one', () => {
  const index = indexOf(place(1, 10), place(2, 10), place(3, 10, 0, 'SOS'), place(4, 10));
  index.pin(new Set([4]));
  index.rebuild();
  const { singles, clusters } = index.look(WORLD, 5);
  expect(singles).toEqual([3, 4]);
  expect(clusters).toMatchObject([{ count: 2 }]);
});

test('only what lies in the area is shown, across the antimeridian too', () => {
  const index = indexOf(
    place(1, 179, 0, 'SOS'),
    place(2, -179, 0, 'SOS'),
    place(3, 0, 0, 'SOS'),
    place(4, -178),
  );
  expect(index.look({ west: 170, south: -10, east: -170, north: 10 }, 17).singles.toSorted()).toEqual([
    1, 2, 4,
  ]);
  expect(index.look({ west: 170, south: -10, east: 190, north: 10 }, 17).singles.toSorted()).toEqual([
    1, 2, 4,
  ]);
});

test('a cluster that is opened tells its devices and where it falls apart', () => {
  const index = indexOf(place(1, 10), place(2, 10 + pixels(60, 9)), place(3, 80), place(4, 80));
  const { clusters } = index.look(WORLD, 4);
  expect(clusters.map(({ key }) => key).sort()).toEqual([1, 3]);
  // 60 pixels at zoom 9 are 120 at zoom 10.
  expect(index.open(1, 10)).toEqual({ ids: [1, 2], zoom: 10 });
  expect(index.open(3, 1).ids).toHaveLength(1);
  expect(index.open(3, 10).zoom).toBe(17);
  expect(index.open(99, 10).ids).toEqual([]);
});

test('what moved or went is worked in at the next rebuild', () => {
  const index = indexOf(place(1, 10), place(2, 10));
  index.put(place(2, 50));
  index.rebuild();
  expect(index.look(WORLD, 5).singles).toEqual([1, 2]);
  index.remove(2);
  index.rebuild();
  expect(index.look(WORLD, 5).singles).toEqual([1]);
});
