import { trackOf } from '@wakeline/domain/tracks/track';
import { expect, test } from 'vitest';
import { createFixFinder } from './nearest-fix.ts';

const START = Date.UTC(2026, 4, 1, 8);
const SECOND = 1_000;
const HOUR = 3_600 * SECOND;

function track(fixes: readonly (readonly [second: number, lng: number, lat: number])[]) {
  return trackOf(
    fixes.map(([second, lng, lat]) => ({
      lng,
      lat,
      time: START + second * SECOND,
      dir: null,
      speed: null,
      power: null,
      gsm: null,
      gps: null,
      height: null,
      distant: 0,
    })),
  );
}

/** A hundredth of a degree of longitude, as a fraction of the map's width. */
const HUNDREDTH = 0.01 / 360;

test('finds a fix near the pointer', () => {
  const finder = createFixFinder(
    track([
      [0, 120, 36],
      [60, 120.1, 36],
      [120, 120.2, 36],
    ]),
  );
  expect(finder.find({ lng: 120.101, lat: 36.001 }, HUNDREDTH, START)).toEqual({
    index: 1,
    time: START + 60 * SECOND,
  });
});

test('finds the time between two fixes', () => {
  const finder = createFixFinder(
    track([
      [0, 120, 36],
      [60, 120.1, 36],
    ]),
  );
  const found = finder.find({ lng: 120.025, lat: 36.002 }, HUNDREDTH, START);
  expect(found?.index).toBe(0);
  expect(found?.time).toBeCloseTo(START + 15 * SECOND, 3);
});

test('finds nothing far from the line or in a gap', () => {
  const finder = createFixFinder(
    track([
      [0, 120, 36],
      [10, 120, 36],
      [20, 120, 36],
      [7_200, 120.1, 36],
    ]),
  );
  expect(finder.find({ lng: 120.05, lat: 36 }, HUNDREDTH, START)).toBeNull();
  expect(finder.find({ lng: 120, lat: 36.02 }, HUNDREDTH, START)).toBeNull();
});

test('treats distances to the north and to the east equally at any latitude', () => {
  const finder = createFixFinder(track([[0, 20, 60]]));
  // At 60 degrees the map is stretched by two: half a hundredth of latitude equals a hundredth of longitude.
  expect(finder.find({ lng: 20, lat: 60.0049 }, HUNDREDTH, START)).not.toBeNull();
  expect(finder.find({ lng: 20, lat: 60.0052 }, HUNDREDTH, START)).toBeNull();
});

test('prefers the pass closest in time where the track repeats itself', () => {
  const there: [number, number, number][] = Array.from({ length: 11 }, (_, i) => [
    i * 60,
    120 + i * 0.01,
    36,
  ]);
  const back: [number, number, number][] = Array.from({ length: 11 }, (_, i) => [
    660 + i * 60,
    120.1 - i * 0.01,
    36,
  ]);
  const finder = createFixFinder(track([...there, ...back]));
  const at = { lng: 120.03, lat: 36.0001 };
  expect(finder.find(at, HUNDREDTH, START)?.index).toBe(3);
  expect(finder.find(at, HUNDREDTH, START + HOUR)?.index).toBe(18);
});

test('finds fixes across the antimeridian and on another copy of the world', () => {
  const finder = createFixFinder(
    track([
      [0, 179.9, -17],
      [60, -179.9, -17],
    ]),
  );
  expect(finder.find({ lng: 180.001, lat: -17 }, HUNDREDTH, START)?.time).toBeCloseTo(START + 30_300, 0);
  expect(finder.find({ lng: -179.999, lat: -17 }, HUNDREDTH, START)?.time).toBeCloseTo(START + 30_300, 0);
  expect(finder.find({ lng: 539.9, lat: -17 }, HUNDREDTH, START)?.index).toBe(0);
});

test('finds fixes beyond the first box, and between boxes', () => {
  const finder = createFixFinder(
    track(Array.from({ length: 2_000 }, (_, i) => [i * 10, 120 + i * 0.01, 36] as const)),
  );
  expect(finder.find({ lng: 135.03, lat: 36 }, HUNDREDTH / 10, START)?.index).toBe(1_503);
  expect(finder.find({ lng: 125.115, lat: 36 }, HUNDREDTH / 10, START)?.time).toBe(START + 5_115 * SECOND);
});
