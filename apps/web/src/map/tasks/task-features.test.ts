import { expect, test } from 'vitest';
import { type DrawnTask, positionsOf, taskFeatures } from './task-features.ts';

const EMPTY: DrawnTask = { color: '#0072b2', line: null, areas: [], circles: [] };

const lineTask = (points: [number, number][], limit: number): DrawnTask => ({
  ...EMPTY,
  line: { name: 'Power line', points, limit, waypoints: [{ lng: 10, lat: 0, name: 'Tower' }] },
});

const corridors = (task: DrawnTask) =>
  taskFeatures([task]).lines.features.map(({ properties }) => Number(properties?.corridor));

test('a corridor is as wide as the limit on both sides', () => {
  // 2 pi 6 371 008.8 m / 512 px = 78 184.5 m per pixel at the equator, half of that at 60 degrees.
  const equator = lineTask(
    [
      [10, 0],
      [10.2, 0],
    ],
    100,
  );
  expect(corridors(equator)[0]).toBeCloseTo(200 / 78_184.5, 7);
  const north = lineTask(
    [
      [10, 60],
      [10.2, 60],
    ],
    100,
  );
  expect(corridors(north)[0]).toBeCloseTo(400 / 78_184.5, 7);
  expect(
    corridors(
      lineTask(
        [
          [10, 0],
          [10.2, 0],
        ],
        0,
      ),
    ),
  ).toEqual([0]);
});

test('a long line changes its width with the latitude, in segments that share their ends', () => {
  const { features } = taskFeatures([
    lineTask(
      [
        [10, 59],
        [11, 60],
      ],
      100,
    ),
  ]).lines;
  const ends = features.map(({ geometry }) => {
    if (geometry.type !== 'LineString') throw new Error('a line is expected');
    return [geometry.coordinates[0], geometry.coordinates.at(-1)];
  });
  expect(ends.length).toBe(4);
  expect(ends[0]?.[0]).toEqual([10, 59]);
  for (let at = 1; at < ends.length; at += 1) expect(ends[at]?.[0]).toEqual(ends[at - 1]?.[1]);
  expect(ends.at(-1)?.[1]).toEqual([11, 60]);
  // cos 59.125 / cos 59.875 = 1.0226.
  const widths = corridors(
    lineTask(
      [
        [10, 59],
        [11, 60],
      ],
      100,
    ),
  );
  expect((widths.at(-1) ?? 0) / (widths[0] ?? 1)).toBeCloseTo(1.0226, 3);
});

test('areas are drawn by what devices must do, and shift circles have their radius', () => {
  const shape = { type: 'RECTANGLE', west: 1, south: 2, east: 3, north: 4 } as const;
  const task: DrawnTask = {
    ...EMPTY,
    areas: [
      { name: 'Stay inside: Valley', shape, mode: 'inside' },
      { name: 'Stay outside: City', shape, mode: 'outside' },
    ],
    circles: [{ center: [10, 0], radius: 111_195.08 }],
  };
  const { areas, points } = taskFeatures([task]);
  expect(areas.features.map(({ properties }) => properties?.kind)).toEqual(['inside', 'outside', 'shift']);
  expect(points.features.map(({ properties }) => properties?.name)).toEqual([
    'Stay inside: Valley',
    'Stay outside: City',
  ]);
  // The circle has a radius of one degree.
  const latitudes = [...positionsOf({ ...task, areas: [] })].map(([, latitude]) => latitude);
  expect(Math.max(...latitudes)).toBeCloseTo(1, 3);
});
