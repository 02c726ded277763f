import { trackOf } from '@wakeline/domain/tracks/track';
import { expect, test } from 'vitest';
import { createAxis, shareAt, timeAt } from './axis.ts';

const START = Date.UTC(2026, 4, 1, 8);
const MINUTE = 60_000;

/**
 * 1 km in a minute, two minutes stationary, 3 km in a minute; then a gap of half an hour, and a last fix 6 km
 * farther.
 */
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

test('divides time linearly', () => {
  const axis = createAxis(track, 'time', null);
  expect(shareAt(track, axis, START + 17 * MINUTE)).toBeCloseTo(0.5, 9);
  expect(timeAt(track, axis, 0.25)).toBe(START + 8.5 * MINUTE);
});

test('interpolates the distance between two fixes', () => {
  const axis = createAxis(track, 'distance', null);
  // 500 m of 10 km.
  expect(shareAt(track, axis, START + 0.5 * MINUTE)).toBeCloseTo(0.05, 9);
  // 2.5 km: halfway from 1 to 4 km, in the fourth minute.
  expect(timeAt(track, axis, 0.25)).toBe(START + 3.5 * MINUTE);
});

test('maps the distance of a stationary period to the time of arrival', () => {
  expect(timeAt(track, createAxis(track, 'distance', null), 0.1)).toBe(START + MINUTE);
});

test('keeps the distance constant in a gap', () => {
  const axis = createAxis(track, 'distance', null);
  expect(shareAt(track, axis, START + 20 * MINUTE)).toBeCloseTo(0.4, 9);
});

test('has the range as its edges, and values outside beyond them', () => {
  const axis = createAxis(track, 'time', { start: START + 2 * MINUTE, end: START + 4 * MINUTE });
  expect(shareAt(track, axis, START + 3 * MINUTE)).toBe(0.5);
  expect(shareAt(track, axis, START)).toBe(-1);
  const metres = createAxis(track, 'distance', { start: START + MINUTE, end: START + 4 * MINUTE });
  expect([metres.from, metres.to]).toEqual([1_000, 4_000]);
});

test('clamps times to the track', () => {
  const axis = createAxis(track, 'time', null);
  expect(timeAt(track, axis, -1)).toBe(START);
  expect(timeAt(track, axis, 2)).toBe(START + 34 * MINUTE);
});

test('creates an axis for a single fix', () => {
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
