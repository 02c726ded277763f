import { type TrackFix, trackOf } from '@wakeline/domain/tracks/track';
import { expect, test } from 'vitest';
import { distanceAt, type Runner, standingsAt } from './ranking.ts';

function fix(second: number, distant: number, speed: number | null = null): TrackFix {
  return {
    time: second * 1000,
    lng: distant / 111_195.08,
    lat: 0,
    distant,
    dir: 90,
    speed,
    power: null,
    gsm: null,
    gps: null,
    height: null,
  };
}

const runner = (trackerId: number, fixes: readonly TrackFix[], from = 0): Runner => ({
  trackerId,
  track: trackOf(fixes),
  from: fixes.length === 0 ? -1 : from,
});
const orderAt = (runners: readonly Runner[], second: number) =>
  standingsAt(runners, second * 1000).map(({ trackerId, rank }) => [trackerId, rank]);

// 10 m/s from the start; 20 m/s from second 100; both finish at second 300.
const steady = runner(1, [fix(0, 0, 36), fix(100, 1000, 36), fix(200, 2000, 36), fix(300, 3000, 36)]);
const late = runner(2, [fix(100, 0, 72), fix(200, 2000, 72), fix(300, 4000, 72)]);

test('interpolates the distance between two fixes by time', () => {
  expect(distanceAt(steady.track, 125_000)).toBeCloseTo(1250, 6);
  expect(distanceAt(steady.track, -1)).toBe(0);
  expect(distanceAt(steady.track, 999_000)).toBe(3000);
});

test('does not count distance in a gap', () => {
  const { track } = runner(1, [fix(0, 0), fix(10, 100), fix(20, 200), fix(2000, 9000), fix(2010, 9100)]);
  expect(distanceAt(track, 1_000_000)).toBe(200);
  expect(distanceAt(track, 2_005_000)).toBeCloseTo(9050, 6);
});

test('changes the order on overtaking', () => {
  expect(orderAt([steady, late], 50)).toEqual([
    [1, 1],
    [2, 2],
  ]);
  // 10 s and 20 (s - 100) metres are both 2,000 at second 200.
  expect(orderAt([steady, late], 199)).toEqual([
    [1, 1],
    [2, 2],
  ]);
  expect(orderAt([steady, late], 201)).toEqual([
    [2, 1],
    [1, 2],
  ]);
});

test('gives tied devices one rank in the order of selection, and counts both for the next', () => {
  const third = runner(3, [fix(0, 0), fix(200, 1500), fix(300, 2500)]);
  expect(orderAt([third, late, steady], 200)).toEqual([
    [2, 1],
    [1, 1],
    [3, 3],
  ]);
});

test('has a state for each device, and a speed only while under way', () => {
  const silent = runner(4, [fix(0, 0, 9), fix(10, 100, 9), fix(20, 200, 9), fix(2000, 9000, 9)]);
  const none = runner(5, []);
  const at = (second: number) =>
    Object.fromEntries(
      standingsAt([steady, late, silent, none], second * 1000).map(({ trackerId, state, speed }) => [
        trackerId,
        [state, speed],
      ]),
    );
  expect(at(50)).toEqual({ 1: ['under-way', 36], 2: ['before', null], 4: ['gap', null], 5: ['none', null] });
  expect(at(300)).toMatchObject({ 1: ['finished', null], 2: ['finished', null] });
  expect(at(2000)[4]).toEqual(['finished', null]);
});

test('ignores the distance before the departure', () => {
  const strolled = runner(6, [fix(0, 0), fix(100, 40), fix(200, 1040)], 1);
  expect(standingsAt([strolled], 50_000)[0]).toMatchObject({ state: 'before', distance: 0 });
  expect(standingsAt([strolled], 150_000)[0]).toMatchObject({ state: 'under-way', distance: 500 });
});

test('lists devices without a track last, without a rank', () => {
  expect(orderAt([runner(7, []), steady], 0)).toEqual([
    [1, 1],
    [7, null],
  ]);
});

test('keeps a live device at its last position, until it is inactive for longer than a gap', () => {
  const last = steady.track.time.at(-1) ?? 0;
  const stateAt = (time: number, live: boolean) => standingsAt([steady], time, live)[0];
  expect(stateAt(last + 5_000, false)).toMatchObject({ state: 'finished', speed: null });
  expect(stateAt(last + 5_000, true)).toMatchObject({ state: 'under-way', speed: 36, distance: 3000 });
  expect(stateAt(last + steady.track.gapAfter, true)).toMatchObject({ state: 'under-way' });
  expect(stateAt(last + steady.track.gapAfter + 1, true)).toMatchObject({ state: 'gap', speed: null });
});
