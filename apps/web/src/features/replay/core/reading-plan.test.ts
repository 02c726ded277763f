import { type TrackFix, trackOf } from '@wakeline/domain/tracks/track';
import { expect, test } from 'vitest';
import { type Ask, isInSight, partsOf, takeAsk } from './reading-plan.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOBODY = () => false;
const NOTHING = { fixes: 0, time: 0 };

const request = (count: number, days: number) => ({
  trackerIds: Array.from({ length: count }, (_, index) => index + 1),
  start: 0,
  end: days * DAY,
  correction: 'none' as const,
});

test('the parts of one device follow each other without a gap', () => {
  const parts = partsOf(request(1, 31));
  expect(parts[0]).toEqual({ trackerIds: [1], start: 0, end: 3 * HOUR - 1 });
  expect(parts.at(-1)).toEqual({ trackerIds: [1], start: 31 * DAY - 3 * HOUR, end: 31 * DAY });
  for (const [index, { start }] of parts.slice(1).entries()) expect(start).toBe((parts[index]?.end ?? 0) + 1);
});

test('no part is a single moment, which would be refused', () => {
  const of = (end: number) => partsOf({ ...request(1, 1), end }).map((part) => [part.start, part.end]);
  expect(of(1)).toEqual([[0, 1]]);
  expect(of(3 * HOUR)).toEqual([[0, 3 * HOUR]]);
  expect(of(6 * HOUR + 1)).toEqual([
    [0, 3 * HOUR - 1],
    [3 * HOUR, 6 * HOUR + 1],
  ]);
});

test('200 devices are asked for by ten, over their whole time', () => {
  const parts = partsOf(request(200, 3));
  expect(parts).toHaveLength(20);
  expect(parts[19]).toEqual({
    trackerIds: [191, 192, 193, 194, 195, 196, 197, 198, 199, 200],
    start: 0,
    end: 3 * DAY,
  });
});

test('a link is asked for by times, for all of its devices', () => {
  const parts = partsOf({ ...request(50, 1), shareCode: 'x'.repeat(32) });
  expect(parts.every(({ trackerIds }) => trackerIds.length === 50)).toBe(true);
  expect(parts).toHaveLength(8);
});

/** Parts of an hour each of one device. */
const hours = (...from: number[]): Ask[] =>
  from.map((hour) => ({ trackerIds: [1], start: hour * HOUR, end: (hour + 1) * HOUR - 1 }));

test('while nothing is known the first part is asked for alone', () => {
  const left = hours(0, 1, 2);
  expect(takeAsk(left, NOBODY, NOTHING)).toEqual(hours(0)[0]);
  expect(left).toEqual(hours(1, 2));
});

test('parts that follow are asked for together while they have some ten thousand fixes', () => {
  // A fix each second: 3,600 in an hour, 40,000 in eleven.
  const left = hours(...Array.from({ length: 24 }, (_, hour) => hour));
  const ask = takeAsk(left, NOBODY, { fixes: 1, time: 1000 });
  expect(ask).toEqual({ trackerIds: [1], start: 0, end: 11 * HOUR - 1 });
  expect(left).toHaveLength(13);
});

test('while no fix is found, twice as much time as before is asked for', () => {
  const left = hours(...Array.from({ length: 24 }, (_, hour) => hour));
  let time = 0;
  const lengths: number[] = [];
  for (let ask = takeAsk(left, NOBODY, { fixes: 0, time }); ask !== null; ) {
    lengths.push((ask.end - ask.start + 1) / HOUR);
    time += ask.end - ask.start + 1;
    ask = takeAsk(left, NOBODY, { fixes: 0, time });
  }
  expect(lengths).toEqual([1, 1, 2, 4, 8, 8]);
});

test('what is in sight comes first, and what is not does not come with it', () => {
  const left = hours(0, 1, 5, 6, 7);
  const ask = takeAsk(left, ({ start }) => start === 5 * HOUR || start === 6 * HOUR, { fixes: 1, time: 1e9 });
  expect(ask).toEqual({ trackerIds: [1], start: 5 * HOUR, end: 7 * HOUR - 1 });
  expect(left).toEqual(hours(0, 1, 7));
});

test('what was read in between is not asked for again', () => {
  expect(takeAsk(hours(0, 2, 3), NOBODY, { fixes: 1, time: 1e9 })).toEqual(hours(0)[0]);
  expect(takeAsk([], NOBODY, NOTHING)).toBeNull();
});

function fix(hour: number, lng: number, lat: number): TrackFix {
  const none = { dir: null, speed: null, power: null, gsm: null, gps: null, height: null };
  return { time: hour * HOUR, lng, lat, distant: 0, ...none };
}

test('a track is in sight at the time at which its line goes through the view', () => {
  const track = trackOf([0, 1, 2, 3].map((hour) => fix(hour, 10 + hour, 50)));
  const area = { west: 11.4, south: 49, east: 11.6, north: 51 };
  const seen = (from: number, to: number) =>
    isInSight(track, { trackerIds: [1], start: from * HOUR, end: to * HOUR }, area);
  // Its way from 11 to 12 degrees, in the second hour, crosses the view without a fix in it.
  expect(seen(1.2, 1.8)).toBe(true);
  expect(seen(0, 3)).toBe(true);
  expect(seen(2.2, 3)).toBe(false);
  expect(isInSight(undefined, { trackerIds: [1], start: 0, end: HOUR }, area)).toBe(false);
});

test('a view on the antimeridian sees a track that crosses it', () => {
  const track = trackOf([fix(0, 179.9, 0), fix(1, -179.9, 0)]);
  const ask = { trackerIds: [1], start: 0, end: HOUR };
  expect(isInSight(track, ask, { west: 179.95, south: -1, east: 180.05, north: 1 })).toBe(true);
  expect(isInSight(track, ask, { west: 0, south: -1, east: 1, north: 1 })).toBe(false);
});
