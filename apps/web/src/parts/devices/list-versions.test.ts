import { NEVER_REPORTED, type Tracker } from '@wakeline/contract/entities/tracker';
import type { LiveState } from '@wakeline/contract/live/messages';
import { createTrackerFixture } from '@wakeline/contract/testing/tracker-fixture';
import type { TrackerStatus } from '@wakeline/domain/tracker-state/tracker-status';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTrackerStore } from '../../live/tracker-store.ts';
import { watchList } from './list-versions.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function state(status: TrackerStatus, receivedAt: number): LiveState {
  const times = { fixTime: receivedAt, latestCommTime: receivedAt, statusSince: receivedAt };
  return { trackerId: 1, status: { ...NEVER_REPORTED, latitude: 1, longitude: 1, status, ...times } };
}

function tracker(trackerName: string): Tracker {
  return createTrackerFixture({ trackerId: 1, trackerName, status: state('STOP', 0).status });
}

function createWatchedList() {
  const store = createTrackerStore((task) => task());
  const list = watchList(store);
  let notifications = [0, 0];
  list.subscribe(() => {
    notifications = [(notifications[0] ?? 0) + 1, notifications[1] ?? 0];
  });
  list.subscribe(() => {
    notifications = [notifications[0] ?? 0, (notifications[1] ?? 0) + 1];
  });
  return { store, list, notifications: () => notifications };
}

test('notifies every listener of devices added, renamed and removed', () => {
  const { store, list, notifications } = createWatchedList();
  store.putTrackers([tracker('A')], []);
  store.putTrackers([tracker('B')], []);
  store.putTrackers([], [1]);
  expect(notifications()).toEqual([3, 3]);
  expect(list.get()).toEqual({ order: 3, status: 0 });
});

test('notifies of a device that got another icon', () => {
  const { store, list } = createWatchedList();
  store.putTrackers([tracker('A')], []);
  const { order } = list.get();
  const iconDto = { iconUrl: 'ship', iconType: 'STANDARD' } as const;
  store.putTrackers([{ ...tracker('A'), iconDto }], []);
  expect(list.get().order).toBe(order + 1);
});

test('ignores reports that change neither name nor status', () => {
  const { store, notifications } = createWatchedList();
  store.putTrackers([tracker('A')], []);
  store.putStates([state('STOP', 10)]);
  vi.runAllTimers();
  expect(notifications()).toEqual([1, 1]);
});

test('merges status changes for one second', () => {
  const { store, list } = createWatchedList();
  store.putTrackers([tracker('A')], []);
  store.putStates([state('RUNNING', 10)]);
  store.putStates([state('SOS', 20)]);
  expect(list.get().status).toBe(0);
  vi.advanceTimersByTime(1_000);
  expect(list.get().status).toBe(1);
});

test('includes changes that happened without listeners', () => {
  const store = createTrackerStore((task) => task());
  const list = watchList(store);
  list.subscribe(() => undefined)();
  const before = list.get();
  store.putTrackers([tracker('A')], []);
  list.subscribe(() => undefined);
  expect(list.get().order).toBeGreaterThan(before.order);
});
