import type { TrackerStatus } from '@wakeline/domain/tracker-state/tracker-status';
import { expect, test } from 'vitest';
import { selectTrails } from './select-trails.ts';

function createStore(...devices: readonly [id: number, lng: number | null, status: TrackerStatus][]) {
  const known = new Map(devices.map(([id, lng, status]) => [id, { lng, status }]));
  return {
    getIds: () => [...known.keys()],
    getStatus: (id: number) => known.get(id)?.status,
    getLngLat(id: number) {
      const lng = known.get(id)?.lng ?? null;
      return lng === null ? null : { lng, lat: 5 };
    },
  };
}
const choice = {
  bounds: { west: 0, south: 0, east: 10, north: 10 },
  hidden: new Set<number>(),
  always: [],
  max: 100,
};

test('selects moving devices before stationary ones, up to the limit', () => {
  const store = createStore([1, 1, 'STOP'], [2, 2, 'RUNNING'], [3, 3, 'OFFLINE'], [4, 4, 'SOS']);
  expect([...selectTrails(store, choice)]).toEqual([2, 4, 1, 3]);
  expect([...selectTrails(store, { ...choice, max: 3 })]).toEqual([2, 4, 1]);
});

test('skips devices outside the view, hidden ones, and those without a position', () => {
  const store = createStore([1, 11, 'RUNNING'], [2, 2, 'RUNNING'], [3, null, 'RUNNING'], [4, 4, 'RUNNING']);
  expect([...selectTrails(store, { ...choice, hidden: new Set([2]) })]).toEqual([4]);
});

test('selects `always` devices first wherever they are, unless hidden or unknown', () => {
  const store = createStore([1, 100, 'OFFLINE'], [2, 2, 'RUNNING'], [3, 100, 'RUNNING']);
  const chosen = selectTrails(store, { ...choice, always: [1, 3, 9], hidden: new Set([3]), max: 2 });
  expect([...chosen]).toEqual([1, 2]);
});

test('finds devices in another copy of the world', () => {
  // The view extends across the antimeridian: 170° to 190°, where -175° is 185°.
  const store = createStore([1, -175, 'STOP'], [2, 165, 'STOP']);
  const bounds = { west: 170, south: 0, east: 190, north: 10 };
  expect([...selectTrails(store, { ...choice, bounds })]).toEqual([1]);
});
