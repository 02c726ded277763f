import { mercatorX, mercatorY } from '@wakeline/domain/geo/web-mercator';
import { TRACKER_STATUSES, type TrackerStatus } from '@wakeline/domain/tracker-state/tracker-status';
import { expect, test } from 'vitest';
import {
  CLUSTER_COLUMNS,
  type Cluster,
  ClusterIndex,
  clusterAt,
  type VisibleClusters,
} from './cluster-index.ts';

const WORLD = { west: -180, south: -85, east: 180, north: 85 };

type DevicePoint = readonly [id: number, lng: number, lat?: number, status?: TrackerStatus];

function buildIndex(...devices: DevicePoint[]): ClusterIndex {
  const index = new ClusterIndex();
  for (const device of devices) put(index, device);
  return index;
}

function put(index: ClusterIndex, [id, lng, lat = 0, status = 'RUNNING']: DevicePoint): void {
  index.put(id, lng, lat, TRACKER_STATUSES.indexOf(status));
}

function read({ singles, clusters, deviceCount }: VisibleClusters) {
  return {
    singles: [...singles].sort((a, b) => a - b),
    clusters: Array.from({ length: clusters.length / CLUSTER_COLUMNS }, (_, at) =>
      clusterAt(clusters, at * CLUSTER_COLUMNS),
    ).sort((a, b) => a.key - b.key),
    deviceCount,
  };
}

/** Width of pixels in degrees of longitude at a zoom (the world is 512 pixels wide at zoom 0). */
const pixels = (count: number, zoom: number) => (count * 360) / (512 * 2 ** zoom);

test('returns nothing for an empty index', () => {
  expect(read(new ClusterIndex().query(WORLD, 4))).toEqual({ singles: [], clusters: [], deviceCount: 0 });
});

test('clusters devices less than 80 pixels apart', () => {
  const near = buildIndex([1, 10], [2, 10 + pixels(79, 6)]);
  expect(read(near.query(WORLD, 6)).clusters).toMatchObject([{ key: 1, count: 2 }]);
  const separate = buildIndex([1, 10], [2, 10 + pixels(81, 6)]);
  expect(read(separate.query(WORLD, 6))).toEqual({ singles: [1, 2], clusters: [], deviceCount: 2 });
});

test('clusters nothing from zoom 17, however close', () => {
  const index = buildIndex([1, 10], [2, 10]);
  expect(read(index.query(WORLD, 16)).clusters).toHaveLength(1);
  expect(read(index.query(WORLD, 17))).toEqual({ singles: [1, 2], clusters: [], deviceCount: 2 });
});

test('counts the statuses of a cluster', () => {
  const index = buildIndex([3, 10], [1, 10, 0, 'STOP'], [2, 10, 0, 'OFFLINE'], [4, 10]);
  expect(read(index.query(WORLD, 5)).clusters).toMatchObject([
    { key: 1, count: 4, counts: { RUNNING: 2, STOP: 1, OFFLINE: 1, SOS: 0 } },
  ]);
});

test('never clusters SOS devices or the selected one', () => {
  const index = buildIndex([1, 10], [2, 10], [3, 10, 0, 'SOS'], [4, 10]);
  index.pin(new Set([4]));
  const { singles, clusters } = read(index.query(WORLD, 5));
  expect(singles).toEqual([3, 4]);
  expect(clusters).toMatchObject([{ count: 2 }]);
});

test('returns only what lies in the area, also across the antimeridian', () => {
  const index = buildIndex([1, 179, 0, 'SOS'], [2, -179, 0, 'SOS'], [3, 0, 0, 'SOS'], [4, -178]);
  expect(read(index.query({ west: 170, south: -10, east: -170, north: 10 }, 17)).singles).toEqual([1, 2, 4]);
  expect(read(index.query({ west: 170, south: -10, east: 190, north: 10 }, 17)).singles).toEqual([1, 2, 4]);
});

test('expands a cluster to its devices and the zoom at which it splits', () => {
  const index = buildIndex([1, 10], [2, 10 + pixels(60, 9)], [3, 80], [4, 80]);
  const { clusters } = read(index.query(WORLD, 4));
  expect(clusters.map(({ key }) => key)).toEqual([1, 3]);
  // 60 pixels at zoom 9 are 120 at zoom 10.
  expect(index.expand(1, 10)).toEqual({ ids: [1, 2], zoom: 10 });
  expect(index.expand(3, 1).ids).toHaveLength(1);
  expect(index.expand(3, 10).zoom).toBe(17);
  expect(index.expand(99, 10).ids).toEqual([]);
});

test('applies moved and removed devices', () => {
  const index = buildIndex([1, 10], [2, 10]);
  put(index, [2, 50]);
  expect(read(index.query(WORLD, 5)).singles).toEqual([1, 2]);
  index.remove(2);
  expect(read(index.query(WORLD, 5)).singles).toEqual([1]);
});

test('places a cluster at the mean of its devices', () => {
  const index = buildIndex([1, 0], [2, 0], [3, 0.3]);
  expect(read(index.query(WORLD, 4)).clusters[0]?.lng).toBeCloseTo(0.1, 9);
});

test('keeps clusters and their members while the area moves', () => {
  // Points of 10 x 10 degrees, in clusters of every size at zoom 7.
  const random = createRandom(1);
  const points = Array.from({ length: 2_000 }, (_, at): DevicePoint => [at, random() * 10, random() * 10]);
  const index = buildIndex(...points);
  const all = read(index.query(WORLD, 7)).clusters;
  expect(all.length).toBeGreaterThan(20);
  expect(all.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThan(1_900);
  for (let west = 0; west < 8; west += 0.37) {
    const area = { west, south: 2, east: west + 3, north: 5 };
    const inside = all.filter(
      ({ lng, lat }) => lng >= west && lng <= area.east && lat >= area.south && lat <= area.north,
    );
    expect(read(index.query(area, 7)).clusters).toEqual(inside);
  }
});

test('leaves no two markers closer than half the cluster radius', () => {
  const random = createRandom(7);
  const index = buildIndex(
    ...Array.from({ length: 3_000 }, (_, at): DevicePoint => [at, random() * 40, random() * 40]),
  );
  const { clusters } = read(index.query(WORLD, 5));
  // Of 40 pixels, in the unit square.
  const half = 40 / (512 * 2 ** 5);
  const toPoint = ({ lng, lat }: Cluster) => [mercatorX(lng), mercatorY(lat)] as const;
  for (const [at, a] of clusters.entries()) {
    for (const b of clusters.slice(at + 1)) {
      const [[ax, ay], [bx, by]] = [toPoint(a), toPoint(b)];
      expect(Math.hypot(ax - bx, ay - by)).toBeGreaterThan(half);
    }
  }
});

/** Pseudo-random numbers from 0 to 1 (Park-Miller). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
