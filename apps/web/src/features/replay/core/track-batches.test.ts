import { type TrackFix, trackOf } from '@wakeline/domain/tracks/track';
import { expect, test } from 'vitest';
import { passesThrough, splitIntoBatches, type TrackBatch, takeNextBatch } from './track-batches.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NEVER_IN_VIEW = () => false;
const NOTHING_READ = { fixes: 0, time: 0 };

const request = (count: number, days: number) => ({
  trackerIds: Array.from({ length: count }, (_, index) => index + 1),
  start: 0,
  end: days * DAY,
  correction: 'none' as const,
});

test('splits the time of one device without gaps', () => {
  const batches = splitIntoBatches(request(1, 31));
  expect(batches[0]).toEqual({ trackerIds: [1], start: 0, end: 3 * HOUR - 1 });
  expect(batches.at(-1)).toEqual({ trackerIds: [1], start: 31 * DAY - 3 * HOUR, end: 31 * DAY });
  for (const [index, { start }] of batches.slice(1).entries())
    expect(start).toBe((batches[index]?.end ?? 0) + 1);
});

test('creates no batch of zero length, which the server would reject', () => {
  const batchesUntil = (end: number) =>
    splitIntoBatches({ ...request(1, 1), end }).map(({ start, end: last }) => [start, last]);
  expect(batchesUntil(1)).toEqual([[0, 1]]);
  expect(batchesUntil(3 * HOUR)).toEqual([[0, 3 * HOUR]]);
  expect(batchesUntil(6 * HOUR + 1)).toEqual([
    [0, 3 * HOUR - 1],
    [3 * HOUR, 6 * HOUR + 1],
  ]);
});

test('requests 200 devices in groups of ten, over their full time', () => {
  const batches = splitIntoBatches(request(200, 3));
  expect(batches).toHaveLength(20);
  expect(batches[19]).toEqual({
    trackerIds: [191, 192, 193, 194, 195, 196, 197, 198, 199, 200],
    start: 0,
    end: 3 * DAY,
  });
});

test('splits a share link by time, for all of its devices', () => {
  const batches = splitIntoBatches({ ...request(50, 1), shareCode: 'x'.repeat(32) });
  expect(batches.every(({ trackerIds }) => trackerIds.length === 50)).toBe(true);
  expect(batches).toHaveLength(8);
});

/** Batches of one hour each for one device. */
const hours = (...from: number[]): TrackBatch[] =>
  from.map((hour) => ({ trackerIds: [1], start: hour * HOUR, end: (hour + 1) * HOUR - 1 }));

test('requests the first batch alone while nothing is known', () => {
  const pending = hours(0, 1, 2);
  expect(takeNextBatch(pending, NEVER_IN_VIEW, NOTHING_READ)).toEqual(hours(0)[0]);
  expect(pending).toEqual(hours(1, 2));
});

test('joins consecutive batches up to about 40,000 fixes', () => {
  // One fix a second: 3,600 in an hour, 40,000 in eleven.
  const pending = hours(...Array.from({ length: 24 }, (_, hour) => hour));
  const batch = takeNextBatch(pending, NEVER_IN_VIEW, { fixes: 1, time: 1000 });
  expect(batch).toEqual({ trackerIds: [1], start: 0, end: 11 * HOUR - 1 });
  expect(pending).toHaveLength(13);
});

test('doubles the requested time while no fix is found', () => {
  const pending = hours(...Array.from({ length: 24 }, (_, hour) => hour));
  let time = 0;
  const lengths: number[] = [];
  for (let batch = takeNextBatch(pending, NEVER_IN_VIEW, { fixes: 0, time }); batch !== null; ) {
    lengths.push((batch.end - batch.start + 1) / HOUR);
    time += batch.end - batch.start + 1;
    batch = takeNextBatch(pending, NEVER_IN_VIEW, { fixes: 0, time });
  }
  expect(lengths).toEqual([1, 1, 2, 4, 8, 8]);
});

test('takes visible batches first, and does not join others to them', () => {
  const pending = hours(0, 1, 5, 6, 7);
  const batch = takeNextBatch(pending, ({ start }) => start === 5 * HOUR || start === 6 * HOUR, {
    fixes: 1,
    time: 1e9,
  });
  expect(batch).toEqual({ trackerIds: [1], start: 5 * HOUR, end: 7 * HOUR - 1 });
  expect(pending).toEqual(hours(0, 1, 7));
});

test('does not request again what was loaded in between', () => {
  expect(takeNextBatch(hours(0, 2, 3), NEVER_IN_VIEW, { fixes: 1, time: 1e9 })).toEqual(hours(0)[0]);
  expect(takeNextBatch([], NEVER_IN_VIEW, NOTHING_READ)).toBeNull();
});

function fix(hour: number, lng: number, lat: number): TrackFix {
  const none = { dir: null, speed: null, power: null, gsm: null, gps: null, height: null };
  return { time: hour * HOUR, lng, lat, distant: 0, ...none };
}

test('finds a track that crosses the view in the time of a batch', () => {
  const track = trackOf([0, 1, 2, 3].map((hour) => fix(hour, 10 + hour, 50)));
  const area = { west: 11.4, south: 49, east: 11.6, north: 51 };
  const isVisible = (from: number, to: number) =>
    passesThrough(track, { trackerIds: [1], start: from * HOUR, end: to * HOUR }, area);
  // Its segment from 11 to 12 degrees, in the second hour, crosses the view without a fix in it.
  expect(isVisible(1.2, 1.8)).toBe(true);
  expect(isVisible(0, 3)).toBe(true);
  expect(isVisible(2.2, 3)).toBe(false);
  expect(passesThrough(undefined, { trackerIds: [1], start: 0, end: HOUR }, area)).toBe(false);
});

test('finds a track that crosses the antimeridian', () => {
  const track = trackOf([fix(0, 179.9, 0), fix(1, -179.9, 0)]);
  const batch = { trackerIds: [1], start: 0, end: HOUR };
  expect(passesThrough(track, batch, { west: 179.95, south: -1, east: 180.05, north: 1 })).toBe(true);
  expect(passesThrough(track, batch, { west: 0, south: -1, east: 1, north: 1 })).toBe(false);
});
