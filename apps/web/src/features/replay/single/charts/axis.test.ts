import { trackOf } from '@wakeline/domain/tracks/track';
import { expect, test } from 'vitest';
import { createAxis, shareAt, timeAt } from './axis.ts';

const START = Date.UTC(2026, 4, 1, 8);
const MINUTE = 60_000;

/** 1 km in a minute, two minutes in one place, 3 km in a minute; then a gap of half an hour, and 6 km farther a last fix. */
const track = trackOf(
  [
    [0, 0],
    [1, 1_000],
    [2, 1_000],
    [3, 1_000],
    [4, 4_000],
    [34, 10_000],
  ].map(([minute = 0, metres = 0]) => ({
    lng: 120,
    lat: 36 + metres / 111_195,
    time: START + minute * MINUTE,
    dir: null,
    speed: null,
    power: null,
    gsm: null,
    gps: null,
    height: null,
    distant: metres,
  })),
);

test('over time, a share is the same share of the time', () => {
  const axis = createAxis(track, 'time', null);
  expect(shareAt(track, axis, START + 17 * MINUTE)).toBeCloseTo(0.5, 9);
  expect(timeAt(track, axis, 0.25)).toBe(START + 8.5 * MINUTE);
});

test('over distance, a moment between two fixes is on the way between them', () => {
  const axis = createAxis(track, 'distance', null);
  // 500 m of 10 km.
  expect(shareAt(track, axis, START + 0.5 * MINUTE)).toBeCloseTo(0.05, 9);
  // 2.5 km: half of the way from 1 to 4 km, in the fourth minute.
  expect(timeAt(track, axis, 0.25)).toBe(START + 3.5 * MINUTE);
});

test('where the device stood, a distance is the moment at which it arrived', () => {
  expect(timeAt(track, createAxis(track, 'distance', null), 0.1)).toBe(START + MINUTE);
});

test('in a gap nobody knows how far it has come', () => {
  const axis = createAxis(track, 'distance', null);
  expect(shareAt(track, axis, START + 20 * MINUTE)).toBeCloseTo(0.4, 9);
});

test('a part has its own edges, and what lies beside it lies beside the axis', () => {
  const axis = createAxis(track, 'time', { start: START + 2 * MINUTE, end: START + 4 * MINUTE });
  expect(shareAt(track, axis, START + 3 * MINUTE)).toBe(0.5);
  expect(shareAt(track, axis, START)).toBe(-1);
  const metres = createAxis(track, 'distance', { start: START + MINUTE, end: START + 4 * MINUTE });
  expect([metres.from, metres.to]).toEqual([1_000, 4_000]);
});

test('moments stay within the track', () => {
  const axis = createAxis(track, 'time', null);
  expect(timeAt(track, axis, -1)).toBe(START);
  expect(timeAt(track, axis, 2)).toBe(START + 34 * MINUTE);
});

test('a single fix has an axis', () => {
  const one = trackOf([
    {
      lng: 1,
      lat: 2,
      time: START,
      dir: null,
      speed: 1,
      power: null,
      gsm: null,
      gps: null,
      height: null,
      distant: 0,
    },
  ]);
  for (const kind of ['time', 'distance'] as const) {
    const axis = createAxis(one, kind, null);
    expect(axis.to).toBeGreaterThan(axis.from);
    expect(timeAt(one, axis, 0.5)).toBe(START);
  }
});
