import { NEVER_REPORTED, type Tracker, type TrackerStatusDto } from '@wakeline/contract/entities/tracker';
import { STATE_ROW_LENGTH, writeStateRow } from '@wakeline/contract/live/state-row';
import { createTrackerFixture } from '@wakeline/contract/testing/tracker-fixture';
import { beforeEach, expect, test } from 'vitest';
import { type Changes, createTrackerStore, isNewer, type TrackerStore } from './tracker-store.ts';

function status(receivedAt: number, fields: Partial<TrackerStatusDto> = {}): TrackerStatusDto {
  return { ...NEVER_REPORTED, status: 'RUNNING', latestCommTime: receivedAt, fixTime: receivedAt, ...fields };
}

function tracker(trackerId: number, status = NEVER_REPORTED, trackerName = `T${trackerId}`): Tracker {
  return createTrackerFixture({ trackerId, trackerName, status });
}

let tasks: (() => void)[] = [];
let store: TrackerStore;
let observedChanges: Changes[] = [];
beforeEach(() => {
  tasks = [];
  observedChanges = [];
  store = createTrackerStore((task) => tasks.push(task));
  store.subscribeChanges((changes) => observedChanges.push(changes));
});

function runFrame(): void {
  for (const task of tasks.splice(0)) task();
}

test('merges a thousand changes of one tracker into one change per frame', () => {
  store.putTrackers([tracker(1)], []);
  runFrame();
  let notifications = 0;
  store.subscribeTracker(1, () => {
    notifications += 1;
  });
  for (let n = 1; n <= 1000; n += 1) store.putStates([{ trackerId: 1, status: status(n) }]);
  expect(tasks.length).toBe(1);
  runFrame();
  expect(notifications).toBe(1);
  expect(observedChanges.at(-1)?.changed).toEqual(new Set([1]));
  expect(store.getTracker(1)?.trackerStatusDto.latestCommTime).toBe(1000);
});

test('keeps a newer state when an older list response arrives', () => {
  const request = store.startList();
  store.putStates([{ trackerId: 1, status: status(2000) }]);
  request.put([tracker(1, status(1000), 'listed')]);
  request.done();
  expect(store.getTracker(1)).toMatchObject({
    trackerName: 'listed',
    trackerStatusDto: { latestCommTime: 2000 },
  });
});

test('keeps changes that arrive while the list is loading', () => {
  store.putTrackers([tracker(1), tracker(2)], []);
  const request = store.startList();
  store.putTrackers([tracker(3)], [2]);
  request.put([tracker(1), tracker(2)]);
  request.done();
  runFrame();
  expect(store.getIds()).toEqual([1, 3]);
});

test('removes a tracker that is no longer in the list', () => {
  store.putTrackers([tracker(1), tracker(2)], []);
  runFrame();
  const request = store.startList();
  request.put([tracker(2)]);
  runFrame();
  expect(store.getTracker(1)).toBeDefined();
  request.done();
  runFrame();
  expect(store.getTracker(1)).toBeUndefined();
  expect(observedChanges.at(-1)?.removed).toEqual(new Set([1]));
});

test('removes missing trackers only after the last page of the list', () => {
  store.putTrackers([tracker(1), tracker(2), tracker(3)], []);
  const request = store.startList();
  request.put([tracker(1)]);
  store.putTrackers([tracker(4)], []);
  request.put([tracker(3)]);
  request.done();
  runFrame();
  expect(store.getIds()).toEqual([1, 3, 4]);
});

test('notifies with low priority during a large list, and at once at its end', () => {
  const scheduledTasks: { task: () => void; lowPriority: boolean }[] = [];
  const largeStore = createTrackerStore((task, lowPriority) => scheduledTasks.push({ task, lowPriority }));
  const notifications: number[] = [];
  largeStore.subscribeChanges(({ added, removed }) => notifications.push(added.size - removed.size));
  const request = largeStore.startList();
  request.put(Array.from({ length: 10_001 }, (_, at) => tracker(at + 1)));
  expect(scheduledTasks.map(({ lowPriority }) => lowPriority)).toEqual([false]);
  scheduledTasks[0]?.task();
  request.put([tracker(20_000)]);
  expect(scheduledTasks.map(({ lowPriority }) => lowPriority)).toEqual([false, true]);
  request.done();
  expect(scheduledTasks.map(({ lowPriority }) => lowPriority)).toEqual([false, true, false]);
  for (const { task } of scheduledTasks) task();
  expect(notifications).toEqual([10_001, 1]);
  largeStore.putStates([{ trackerId: 1, status: status(5000) }]);
  expect(scheduledTasks.at(-1)?.lowPriority).toBe(false);
});

test('removes no tracker when a list breaks off', () => {
  store.putTrackers([tracker(1), tracker(2)], []);
  const request = store.startList();
  request.put([tracker(1)]);
  request.cancel();
  runFrame();
  expect(store.getIds()).toEqual([1, 2]);
});

test('reports remove and add within a frame as a change, add and remove as nothing', () => {
  store.putTrackers([tracker(1)], []);
  runFrame();
  store.putTrackers([], [1]);
  store.putTrackers([tracker(1, NEVER_REPORTED, 'again'), tracker(2)], []);
  store.putTrackers([], [2]);
  runFrame();
  expect(observedChanges.at(-1)).toEqual({ added: new Set(), changed: new Set([1]), removed: new Set() });
});

test('updates counts with the states, and notifies only when they change', () => {
  let notifications = 0;
  store.subscribeCounts(() => {
    notifications += 1;
  });
  store.putTrackers([tracker(1), tracker(2), tracker(3)], []);
  runFrame();
  store.putStates([{ trackerId: 1, status: status(1, { status: 'SOS' }) }]);
  runFrame();
  expect(store.getCounts()).toEqual({ all: 3, RUNNING: 0, STOP: 0, SOS: 1, OFFLINE: 2 });
  store.putStates([{ trackerId: 1, status: status(2, { status: 'SOS' }) }]);
  runFrame();
  expect(notifications).toBe(2);
  store.putTrackers([], [1, 2]);
  runFrame();
  expect(store.getCounts()).toEqual({ all: 1, RUNNING: 0, STOP: 0, SOS: 0, OFFLINE: 1 });
});

test('keeps the same array of ids while only states change', () => {
  store.putTrackers([tracker(1)], []);
  runFrame();
  const before = store.getIds();
  store.putStates([{ trackerId: 1, status: status(1) }]);
  runFrame();
  expect(store.getIds()).toBe(before);
});

test('drops everything on clear, including states that arrived early', () => {
  store.putStates([{ trackerId: 7, status: status(5) }]);
  store.clear();
  store.putTrackers([tracker(7)], []);
  expect(store.getTracker(7)?.trackerStatusDto.latestCommTime).toBeNull();
});

test('treats a later evaluation of the same report as newer', () => {
  const running = status(1000, { statusSince: 500 });
  const offline = status(1000, { status: 'OFFLINE', statusSince: 601_000 });
  expect(isNewer(offline, running)).toBe(true);
  expect(isNewer(running, offline)).toBe(false);
  expect(isNewer(running, running)).toBe(false);
});

test('takes packed states, also before the list, and creates an entity once for each change', () => {
  const rows = new Float64Array(2 * STATE_ROW_LENGTH);
  const running = status(1_000, { status: 'RUNNING', latitude: 1.5, longitude: 2.5 });
  writeStateRow(running, rows, 0);
  writeStateRow(status(2_000, { status: 'SOS' }), rows, STATE_ROW_LENGTH);
  const emergency = { kind: null, squawk: '7700', since: 3 };
  store.putTrackers([tracker(1)], []);
  store.putRows({ trackerIds: Float64Array.of(1, 2), rows, details: new Map([[2, { emergency }]]) });
  runFrame();
  expect(store.getTracker(1)?.trackerStatusDto).toEqual(running);
  expect(store.getTracker(1)).toBe(store.getTracker(1));
  expect([store.getLngLat(1), store.getStatus(1), store.getCommTime(1)]).toEqual([
    { lng: 2.5, lat: 1.5 },
    'RUNNING',
    1_000,
  ]);
  expect([store.getTracker(2), store.getStatus(2), store.getLngLat(2)]).toEqual([undefined, undefined, null]);
  expect(store.getCounts()).toEqual({ all: 1, RUNNING: 1, STOP: 0, SOS: 0, OFFLINE: 0 });

  // The list has no states: the one that arrived before is kept.
  const request = store.startList();
  const { trackerStatusDto: _1, ...one } = tracker(1);
  const { trackerStatusDto: _2, ...two } = tracker(2);
  request.put([one, two]);
  request.done();
  runFrame();
  expect(store.getTracker(2)?.trackerStatusDto).toMatchObject({ status: 'SOS', emergency });
  expect(store.getCounts()).toEqual({ all: 2, RUNNING: 1, STOP: 0, SOS: 1, OFFLINE: 0 });
});
