import type { TrafficObject } from '@wakeline/contract/trackers/feeds';
import { expect, test } from 'vitest';
import { createTrafficStore } from './traffic-store.ts';

const SHIP: TrafficObject = {
  objectId: 'mmsi-211000001',
  kind: 'vessel',
  name: 'MOEWE',
  type: 70,
  latitude: 54,
  longitude: 7,
  altitude: null,
  speed: 20,
  course: 90,
  distress: false,
  time: 0,
};
const OTHER = { ...SHIP, objectId: 'mmsi-211000002' };

test('merges changes, drops what was removed, and starts again with a full message', () => {
  const tasks: (() => void)[] = [];
  const store = createTrafficStore((task) => tasks.push(task));
  let calls = 0;
  store.subscribe(() => calls++);
  store.put({ full: true, objects: [SHIP, OTHER], removed: [], total: 2_500 });
  store.put({ full: false, objects: [{ ...SHIP, longitude: 8 }], removed: [OTHER.objectId], total: null });
  for (const task of tasks.splice(0)) task();
  expect(calls).toBe(1);
  expect([...store.getObjects().values()]).toEqual([{ ...SHIP, longitude: 8 }]);
  expect(store.getTotal()).toBe(2_500);
  store.put({ full: true, objects: [OTHER], removed: [], total: 1 });
  expect([...store.getObjects().keys()]).toEqual([OTHER.objectId]);
  store.clear();
  expect(store.getObjects().size).toBe(0);
});
