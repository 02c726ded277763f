import type { Tracker } from '@wakeline/contract/entities/tracker';
import { type Track, trackOf } from '@wakeline/domain/tracks/track';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTrackerStore } from '../../../live/tracker-store.ts';
import { toTracker } from '../../../parts/shares/poll-share.ts';
import { createLiveTracks, type LoadTracks } from './live-tracks.ts';

const START = Date.UTC(2026, 10, 20, 12);
const SECOND = 1_000;
const MINUTE = 60 * SECOND;

beforeEach(() => void vi.useFakeTimers({ now: START }));
afterEach(() => void vi.useRealTimers());

function tracker(second: number, change: { lastSeen?: number } = {}): Tracker {
  return toTracker({
    trackerId: 7,
    trackerName: 'Gull',
    label: '',
    iconDto: { iconUrl: 'generic', iconType: 'STANDARD' },
    trackerStatusDto: {
      latitude: 50 + second / 3_600,
      longitude: 10,
      direction: 0,
      altitude: null,
      speed: 20,
      electricity: null,
      gsm: null,
      satellites: null,
      accuracy: null,
      mileage: 0,
      fixTime: START + second * SECOND,
      latestCommTime: START + (change.lastSeen ?? second) * SECOND,
      status: 'RUNNING',
      statusSince: null,
    },
  });
}

/** The stored history: a fix at each of these seconds, relative to the start of the watch. */
function history(...seconds: number[]): Track {
  return trackOf(
    seconds.map((second) => ({
      time: START + second * SECOND,
      lng: 10,
      lat: 50 + second / 3_600,
      dir: 0,
      speed: 20,
      power: null,
      gsm: null,
      gps: null,
      height: null,
      distant: 0,
    })),
  );
}

function watch(stored: () => Track) {
  const requested: { from: number; to: number }[] = [];
  const load: LoadTracks = async (_ids, start, end) => {
    requested.push({ from: (start - START) / SECOND, to: (end - START) / SECOND });
    const all = stored();
    const inside = [...all.time].filter((time) => time >= start && time <= end);
    return new Map([[7, history(...inside.map((time) => (time - START) / SECOND))]]);
  };
  const store = createTrackerStore((task) => task());
  const live = createLiveTracks({
    store,
    trackerIds: [7],
    length: 10 * MINUTE,
    load,
    now: () => Date.now(),
  });
  const seconds = () => [...(live.get().get(7)?.time ?? [])].map((time) => (time - START) / SECOND);
  return { store, live, requested, seconds };
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('loads the last minutes from the history, and appends each new position', async () => {
  const { store, live, requested, seconds } = watch(() => history(-700, -20, -10));
  await pass(0);
  expect(live.isReady()).toBe(true);
  expect(seconds()).toEqual([-20, -10]);
  store.putTrackers([tracker(1)], []);
  await pass(2 * SECOND);
  expect(seconds()).toEqual([-20, -10, 1]);
  expect(requested[0]).toEqual({ from: -600, to: 1 });
  live.stop();
});

test('removes a device that is inactive for longer than the window, until its next fix', async () => {
  let known = [-300, -10];
  const { store, live, seconds } = watch(() => history(...known));
  const published = vi.fn();
  await pass(0);
  live.subscribe(published);
  // The last fix was ten seconds before the start, and the window is ten minutes.
  await pass(589 * SECOND);
  expect(seconds().at(-1)).toBe(-10);
  published.mockClear();
  await pass(3 * SECOND);
  expect(live.get().size).toBe(0);
  expect(published).toHaveBeenCalled();
  known = [-300, -10, 550, 593];
  store.putTrackers([tracker(593)], []);
  await pass(2 * SECOND);
  // Positions that it sent for the time before are in the history.
  expect(seconds()).toEqual([550, 593]);
  live.stop();
});

test('trims old fixes, even without new ones', async () => {
  const { live, seconds } = watch(() => history(-590, -300, -290));
  await pass(0);
  expect(seconds()).toEqual([-590, -300, -290]);
  // At 1:30 the window starts at -510; it may be exceeded by a tenth of ten minutes.
  await pass(90 * SECOND);
  expect(seconds()).toEqual([-590, -300, -290]);
  // At 305 s the window starts at -295: the fix before it is kept for the line.
  await pass(215 * SECOND);
  expect(seconds()).toEqual([-300, -290]);
  live.stop();
});

test('loads missing fixes from the history after a hole in live updates', async () => {
  let known = [-10];
  const { store, live, requested, seconds } = watch(() => history(...known));
  await pass(20 * SECOND);
  known = [-10, 5, 10, 15];
  store.putTrackers([tracker(15)], []);
  await pass(2 * SECOND);
  expect(requested.at(-1)?.from).toBe(-10);
  expect(seconds()).toEqual([-10, 5, 10, 15]);
  live.stop();
});

test('inserts an older fix when a device reported without moving', async () => {
  let known = [-100, 0];
  const { store, live, seconds } = watch(() => history(...known));
  await pass(0);
  store.putTrackers([tracker(0)], []);
  await pass(20 * SECOND);
  known = [-100, -50, 0];
  store.putTrackers([tracker(0, { lastSeen: 20 })], []);
  await pass(2 * SECOND);
  expect(seconds()).toEqual([-100, -50, 0]);
  live.stop();
});

test('loads what is missing immediately after a lost connection', async () => {
  let known = [-10, 0];
  const { live, requested, seconds } = watch(() => history(...known));
  await pass(5 * SECOND);
  known = [-10, 0, 2, 4];
  live.markIncomplete(START);
  await pass(SECOND);
  expect(requested.at(-1)?.from).toBe(0);
  await pass(SECOND);
  expect(seconds()).toEqual([-10, 0, 2, 4]);
  live.stop();
});

test('reports a failed load of the history, and retries', async () => {
  let isFailing = true;
  const { live, seconds } = watch(() => {
    if (isFailing) throw new Error('away');
    return history(-10);
  });
  await pass(SECOND);
  expect(live.error()).toBeInstanceOf(Error);
  expect(live.isReady()).toBe(false);
  isFailing = false;
  await pass(16 * SECOND);
  expect(live.error()).toBeNull();
  expect(seconds()).toEqual([-10]);
  live.stop();
});

test('trims old fixes, and removes a removed device', async () => {
  const { store, live, seconds } = watch(() => history(-590, -580, 0));
  await pass(0);
  await pass(10 * MINUTE);
  store.putTrackers([tracker(600)], []);
  await pass(2 * SECOND);
  // Ten minutes earlier is second 0: the fix before the window is kept for the line.
  expect(seconds()).toEqual([0, 600]);
  store.putTrackers([], [7]);
  await pass(2 * SECOND);
  expect(live.get().has(7)).toBe(false);
  live.stop();
});
