import { NEVER_REPORTED, type TrackerStatusDto } from '@wakeline/contract/entities/tracker';
import { expect, test } from 'vitest';
import { StateCache } from './state-cache.ts';

const at = (latitude: number): TrackerStatusDto => ({ ...NEVER_REPORTED, latitude, status: 'STOP' });

const latitudes = (cache: StateCache, ids: Iterable<number>): unknown[] =>
  JSON.parse(cache.encodeMessage(ids, false, 0)).states.map(
    ({ status }: { status: TrackerStatusDto }) => status.latitude,
  );

test('does not replace a newer state with an older one, however late it is read', () => {
  const cache = new StateCache();
  expect(cache.put(1, 5, at(5))).toBe(true);
  expect(cache.put(1, 4, at(4))).toBe(false);
  expect(cache.put(1, 5, at(50))).toBe(false);
  expect(cache.put(1, 6, at(6))).toBe(true);
  expect(latitudes(cache, [1])).toEqual([6]);
});

test('takes an announced state once when it is read, and does not encode it before', () => {
  const cache = new StateCache();
  cache.putVersion(1, 5);
  cache.putVersion(2, 5);
  expect(cache.put(1, 4, at(4))).toBe(false);
  expect(latitudes(cache, [1, 2])).toEqual([]);
  expect([...cache.ids()]).toEqual([1, 2]);
  expect(cache.put(1, 5, at(5))).toBe(true);
  expect(cache.put(1, 5, at(50))).toBe(false);
  cache.put(2, 6, at(6));
  cache.putVersion(2, 5);
  expect(latitudes(cache, [1, 2])).toEqual([5, 6]);
});

test('ignores states of a removed tracker', () => {
  const cache = new StateCache();
  cache.put(1, 1, at(1));
  cache.put(2, 1, at(2));
  cache.remove(1);
  expect(cache.put(1, 9, at(9))).toBe(false);
  expect(latitudes(cache, [1, 2])).toEqual([2]);
  expect([...cache.ids()]).toEqual([2]);
});
