import { expect, test } from 'vitest';
import { createClusterIndex, type DevicePoint } from './cluster-index.ts';

const WORLD = { west: -180, south: -85, east: 180, north: 85 };

function devicePoint(
  id: number,
  lng: number,
  lat = 0,
  status: DevicePoint['status'] = 'RUNNING',
): DevicePoint {
  return { id, lng, lat, status };
}

function buildIndex(...devices: DevicePoint[]) {
  const index = createClusterIndex();
  for (const one of devices) index.put(one);
  index.rebuild();
  return index;
}

/** Width of pixels in degrees of longitude at a zoom (the world is 512 pixels wide at zoom 0). */
const pixels = (count: number, zoom: number) => (count * 360) / (512 * 2 ** zoom);

test('returns nothing for an empty index', () => {
  expect(createClusterIndex().query(WORLD, 4)).toEqual({ singles: [], clusters: [], deviceCount: 0 });
});

test('clusters devices less than 80 pixels apart', () => {
  const near = buildIndex(devicePoint(1, 10), devicePoint(2, 10 + pixels(79, 6)));
  expect(near.query(WORLD, 6).clusters).toMatchObject([{ key: 1, count: 2 }]);
  const separate = buildIndex(devicePoint(1, 10), devicePoint(2, 10 + pixels(81, 6)));
  expect(separate.query(WORLD, 6)).toEqual({ singles: [1, 2], clusters: [], deviceCount: 2 });
});

test('clusters nothing from zoom 17, however close', () => {
  const index = buildIndex(devicePoint(1, 10), devicePoint(2, 10));
  expect(index.query(WORLD, 16).clusters).toHaveLength(1);
  expect(index.query(WORLD, 17)).toEqual({ singles: [1, 2], clusters: [], deviceCount: 2 });
});

test('counts the statuses of a cluster', () => {
  const index = buildIndex(
    devicePoint(3, 10),
    devicePoint(1, 10, 0, 'STOP'),
    devicePoint(2, 10, 0, 'OFFLINE'),
    devicePoint(4, 10),
  );
  expect(index.query(WORLD, 5).clusters).toMatchObject([
    { key: 1, count: 4, counts: { RUNNING: 2, STOP: 1, OFFLINE: 1, SOS: 0 } },
  ]);
});

test('never clusters SOS devices or the selected one', () => {
  const index = buildIndex(
    devicePoint(1, 10),
    devicePoint(2, 10),
    devicePoint(3, 10, 0, 'SOS'),
    devicePoint(4, 10),
  );
  index.pin(new Set([4]));
  index.rebuild();
  const { singles, clusters } = index.query(WORLD, 5);
  expect(singles).toEqual([3, 4]);
  expect(clusters).toMatchObject([{ count: 2 }]);
});

test('returns only what lies in the area, also across the antimeridian', () => {
  const index = buildIndex(
    devicePoint(1, 179, 0, 'SOS'),
    devicePoint(2, -179, 0, 'SOS'),
    devicePoint(3, 0, 0, 'SOS'),
    devicePoint(4, -178),
  );
  expect(index.query({ west: 170, south: -10, east: -170, north: 10 }, 17).singles.toSorted()).toEqual([
    1, 2, 4,
  ]);
  expect(index.query({ west: 170, south: -10, east: 190, north: 10 }, 17).singles.toSorted()).toEqual([
    1, 2, 4,
  ]);
});

test('expands a cluster to its devices and the zoom at which it splits', () => {
  const index = buildIndex(
    devicePoint(1, 10),
    devicePoint(2, 10 + pixels(60, 9)),
    devicePoint(3, 80),
    devicePoint(4, 80),
  );
  const { clusters } = index.query(WORLD, 4);
  expect(clusters.map(({ key }) => key).sort()).toEqual([1, 3]);
  // 60 pixels at zoom 9 are 120 at zoom 10.
  expect(index.expand(1, 10)).toEqual({ ids: [1, 2], zoom: 10 });
  expect(index.expand(3, 1).ids).toHaveLength(1);
  expect(index.expand(3, 10).zoom).toBe(17);
  expect(index.expand(99, 10).ids).toEqual([]);
});

test('applies moved and removed devices at the next rebuild', () => {
  const index = buildIndex(devicePoint(1, 10), devicePoint(2, 10));
  index.put(devicePoint(2, 50));
  index.rebuild();
  expect(index.query(WORLD, 5).singles).toEqual([1, 2]);
  index.remove(2);
  index.rebuild();
  expect(index.query(WORLD, 5).singles).toEqual([1]);
});
