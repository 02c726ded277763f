import type { Tracker } from '@wakeline/contract/entities/tracker';
import { createTrackerFixture } from '@wakeline/contract/testing/tracker-fixture';
import type { TrackerStatus } from '@wakeline/domain/tracker-state/tracker-status';
import { expect, test, vi } from 'vitest';
import { createTrackerStore } from '../../live/tracker-store.ts';
import { watchOpenSos } from './open-sos.ts';

function tracker(trackerId: number, status: TrackerStatus, statusSince = 0): Tracker {
  const fix = { latitude: 1, longitude: 2, fixTime: 0 };
  return createTrackerFixture({
    trackerId,
    status: { ...fix, latestCommTime: statusSince, status, statusSince },
  });
}

/** A store whose frames the test runs. */
function startStore() {
  const tasks: (() => void)[] = [];
  const store = createTrackerStore((task) => tasks.push(task));
  return { store, frame: () => tasks.splice(0).forEach((task) => void task()) };
}

test('includes trackers already in SOS, newest first', () => {
  const { store, frame } = startStore();
  store.putTrackers([tracker(1, 'SOS', 10), tracker(2, 'STOP'), tracker(3, 'SOS', 20)], []);
  frame();
  const open = watchOpenSos(store);
  open.subscribe(() => undefined);
  expect(open.getIds()).toEqual([3, 1]);
});

test('notifies when trackers enter or leave SOS or are removed, and of nothing else', () => {
  const { store, frame } = startStore();
  const open = watchOpenSos(store);
  const listener = vi.fn();
  open.subscribe(listener);
  store.putTrackers([tracker(1, 'RUNNING'), tracker(2, 'SOS', 5)], []);
  frame();
  expect([open.getIds(), listener.mock.calls.length]).toEqual([[2], 1]);
  store.putTrackers([tracker(1, 'STOP', 6)], []);
  frame();
  expect(listener).toHaveBeenCalledTimes(1);
  store.putTrackers([tracker(1, 'SOS', 7)], []);
  frame();
  expect(open.getIds()).toEqual([1, 2]);
  store.putTrackers([tracker(2, 'STOP', 8)], [1]);
  frame();
  expect(open.getIds()).toEqual([]);
});

test('includes changes that happened without listeners', () => {
  const { store, frame } = startStore();
  const open = watchOpenSos(store);
  const unsubscribe = open.subscribe(() => undefined);
  store.putTrackers([tracker(1, 'SOS', 1)], []);
  frame();
  unsubscribe();
  store.putTrackers([tracker(2, 'SOS', 2)], [1]);
  frame();
  open.subscribe(() => undefined);
  expect(open.getIds()).toEqual([2]);
});
