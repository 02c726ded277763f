import type { Tracker } from '@wakeline/contract/entities/tracker';
import { createTrackerFixture } from '@wakeline/contract/testing/tracker-fixture';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTrackerStore } from '../../../live/tracker-store.ts';
import { createDeviceListStore } from './device-list-store.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function boat(trackerId: number, status: Tracker['trackerStatusDto']['status'], seenAt = 1): Tracker {
  const times = { fixTime: seenAt, latestCommTime: seenAt, statusSince: seenAt };
  return createTrackerFixture({ trackerId, status: { latitude: 1, longitude: 1, status, ...times } });
}

function startList(count: number) {
  const store = createTrackerStore((task) => task());
  store.putTrackers(
    Array.from({ length: count }, (_, index) => boat(index + 1, 'STOP')),
    [],
  );
  const list = createDeviceListStore(store, new Intl.Collator('en').compare);
  let notified = 0;
  list.subscribe(() => {
    notified += 1;
  });
  const stop = list.start();
  vi.runAllTimers();
  return { store, list, stop, notifications: () => notified };
}

test('applies added and removed devices at once, and status changes together after a second', () => {
  const { store, list, notifications } = startList(2);
  list.setFilter({ text: '', status: 'RUNNING', hideOffline: false });
  const initial = notifications();
  store.putTrackers([boat(1, 'RUNNING', 2)], []);
  store.putTrackers([boat(2, 'RUNNING', 2)], []);
  expect([list.getRows().count, notifications()]).toEqual([0, initial]);
  vi.advanceTimersByTime(1_000);
  expect([list.getRows().count, notifications()]).toEqual([2, initial + 1]);
  store.putTrackers([boat(3, 'RUNNING')], []);
  expect(list.getRows().count).toBe(3);
  store.putTrackers([], [1, 3]);
  expect(list.getRows().count).toBe(1);
});

test('does not notify of a report that changes no row', () => {
  const { store, notifications } = startList(2);
  const initial = notifications();
  store.putTrackers([boat(1, 'STOP', 5)], []);
  vi.runAllTimers();
  expect(notifications()).toBe(initial);
});

test('includes changes that happened while stopped', () => {
  const { store, list, stop } = startList(2);
  stop();
  store.putTrackers([boat(3, 'STOP')], [1]);
  expect(list.getRows().count).toBe(2);
  list.start();
  vi.runAllTimers();
  expect([list.getRows().indexOfTracker(1), list.getRows().count]).toEqual([-1, 2]);
});

test('processes large lists completely, in slices', () => {
  vi.useRealTimers();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { list } = startList(20_000);
  expect(list.getRows().count).toBe(20_000);
});
