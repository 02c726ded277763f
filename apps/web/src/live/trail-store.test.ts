import type { Tracker } from '@wakeline/contract/entities/tracker';
import type { TrailPoint } from '@wakeline/contract/shares';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTrackerStore, type TrackerStore } from './tracker-store.ts';
import { createTrailStore, type LoadTrails, type TrailStore } from './trail-store.ts';

const NOW = Date.UTC(2026, 5, 1, 12);

let store: TrackerStore;
let runFrame: () => void;
let trails: TrailStore;
let requests: (readonly [ids: readonly number[], minutes: number])[];
let respond: LoadTrails;
let failureCount: number;

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  runFrame = () => undefined;
  store = createTrackerStore((task) => {
    runFrame = task;
  });
  requests = [];
  failureCount = 0;
  respond = async () => [];
  trails = createTrailStore({
    store,
    now: () => Date.now(),
    load(ids, minutes, signal) {
      requests.push([ids, minutes]);
      return respond(ids, minutes, signal);
    },
    onFailed() {
      failureCount += 1;
    },
  });
});
afterEach(() => {
  trails.stop();
  vi.useRealTimers();
});

function point(secondsAgo: number, lng = 10): TrailPoint {
  return { time: NOW - secondsAgo * 1_000, lng, lat: 54, speed: 20, height: 3 };
}

/** The tracker reports a position, its time in seconds after noon. */
function report(trackerId: number, secondsAfter: number, lng = 11): void {
  const trackerStatusDto = {
    latitude: 54,
    longitude: lng,
    speed: 20,
    altitude: 3,
    fixTime: NOW + secondsAfter * 1_000,
    latestCommTime: NOW + secondsAfter * 1_000,
    status: 'RUNNING',
    statusSince: NOW,
  };
  store.putTrackers([{ trackerId, trackerStatusDto } as Tracker], []);
  runFrame();
}

const getTimes = (trackerId: number) => trails.get(trackerId).map(({ time }) => (time - NOW) / 1_000);

test('loads all selected trails in one request and extends them with live positions', async () => {
  respond = async () => [
    { trackerId: 1, points: [point(20), point(10)] },
    { trackerId: 2, points: [point(5)] },
  ];
  trails.select([1], 10);
  trails.select([1, 2], 10);
  report(1, 0);
  await vi.advanceTimersByTimeAsync(200);
  expect(requests).toEqual([[[1, 2], 10]]);
  expect(getTimes(1)).toEqual([-20, -10, 0]);
  report(1, 5);
  // An older position received late is ignored.
  report(1, 3);
  expect(getTimes(1)).toEqual([-20, -10, 0, 5]);
  expect(getTimes(2)).toEqual([-5]);
});

test('notifies of trails that are loaded, grow or are removed', async () => {
  const notifications: string[] = [];
  trails.subscribe((ids) => notifications.push([...ids].join()));
  respond = async () => [{ trackerId: 1, points: [point(10)] }];
  trails.select([1], 10);
  await vi.advanceTimersByTimeAsync(200);
  report(1, 1);
  trails.select([], 10);
  expect(notifications).toEqual(['1', '1', '1']);
  expect(trails.get(1)).toEqual([]);
});

test('trims old ends but keeps one fix before the limit', async () => {
  respond = async () => [{ trackerId: 1, points: [point(290), point(280), point(270), point(0)] }];
  trails.select([1], 5);
  await vi.advanceTimersByTimeAsync(200);
  expect(getTimes(1)).toEqual([-290, -280, -270, 0]);
  // 26 s later the last 5 minutes start 274 s before noon.
  await vi.advanceTimersByTimeAsync(26_000);
  expect(getTimes(1)).toEqual([-280, -270, 0]);
  await vi.advanceTimersByTimeAsync(300_000);
  expect(getTimes(1)).toEqual([]);
});

test('fills a gap in the live positions from the history', async () => {
  respond = async () => [{ trackerId: 1, points: [point(10), point(5)] }];
  trails.select([1], 10);
  await vi.advanceTimersByTimeAsync(200);
  await vi.advanceTimersByTimeAsync(60_000);
  respond = async () => [{ trackerId: 1, points: [point(5), point(-30), point(-60)] }];
  report(1, 60);
  expect(getTimes(1)).toEqual([-10, -5, 60]);
  await vi.advanceTimersByTimeAsync(200);
  expect(requests).toHaveLength(2);
  expect(getTimes(1)).toEqual([-5, 30, 60]);
});

test('loads again for a longer trail but not for a shorter one', async () => {
  trails.select([1], 5);
  await vi.advanceTimersByTimeAsync(200);
  trails.select([1], 30);
  await vi.advanceTimersByTimeAsync(200);
  trails.select([1], 10);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(requests.map(([, minutes]) => minutes)).toEqual([5, 30]);
});

test('reports a failure once and retries after a delay', async () => {
  respond = async () => {
    throw new Error('away');
  };
  trails.select([1], 10);
  await vi.advanceTimersByTimeAsync(40_000);
  expect(failureCount).toBe(1);
  expect(requests.length).toBeGreaterThan(1);
  expect(requests.length).toBeLessThan(5);
  respond = async () => [{ trackerId: 1, points: [point(10)] }];
  await vi.advanceTimersByTimeAsync(20_000);
  expect(getTimes(1)).toEqual([-10]);
});
