import { NEVER_REPORTED, type Tracker } from '@wakeline/contract/entities/tracker';
import type { LiveState } from '@wakeline/contract/live/messages';
import { trackerFixture } from '@wakeline/contract/testing/tracker-fixture';
import type { TrackerStatus } from '@wakeline/domain/tracker-state/tracker-status';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTrackerStore } from '../../live/tracker-store.ts';
import { watchList } from './list-versions.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function state(status: TrackerStatus, heard: number): LiveState {
  const times = { fixTime: heard, latestCommTime: heard, statusSince: heard };
  return { trackerId: 1, status: { ...NEVER_REPORTED, latitude: 1, longitude: 1, status, ...times } };
}

function tracker(trackerName: string): Tracker {
  return trackerFixture({ trackerId: 1, trackerName, status: state('STOP', 0).status });
}

function watched() {
  const store = createTrackerStore((task) => task());
  const list = watchList(store);
  let told = [0, 0];
  list.subscribe(() => {
    told = [(told[0] ?? 0) + 1, told[1] ?? 0];
  });
  list.subscribe(() => {
    told = [told[0] ?? 0, (told[1] ?? 0) + 1];
  });
  return { store, list, told: () => told };
}

test('every listener hears that a device came, was renamed, went', () => {
  const { store, list, told } = watched();
  store.putTrackers([tracker('A')], []);
  store.putTrackers([tracker('B')], []);
  store.putTrackers([], [1]);
  expect(told()).toEqual([3, 3]);
  expect(list.get()).toEqual({ order: 3, status: 0 });
});

test('a report that changes neither name nor status is no business of the list', () => {
  const { store, told } = watched();
  store.putTrackers([tracker('A')], []);
  store.putStates([state('STOP', 10)]);
  vi.runAllTimers();
  expect(told()).toEqual([1, 1]);
});

test('changes of status are told together, a second after the first', () => {
  const { store, list } = watched();
  store.putTrackers([tracker('A')], []);
  store.putStates([state('RUNNING', 10)]);
  store.putStates([state('SOS', 20)]);
  expect(list.get().status).toBe(0);
  vi.advanceTimersByTime(1_000);
  expect(list.get().status).toBe(1);
});

test('what happened while nobody listened is seen by the next one', () => {
  const store = createTrackerStore((task) => task());
  const list = watchList(store);
  list.subscribe(() => undefined)();
  const before = list.get();
  store.putTrackers([tracker('A')], []);
  list.subscribe(() => undefined);
  expect(list.get().order).toBeGreaterThan(before.order);
});
