import { describe, expect, test } from 'vitest';
import type { LegMoment } from './leg.ts';
import { type Field, matchField } from './match-field.ts';

/** Degrees of latitude per kilometre: 6 371.0088 km * pi / 180 = 111.195 km per degree. */
const KILOMETRE = 1 / 111.195;

/** A runway of 2 km along the equator, with its parallel 400 m north of it. */
const AIRPORT: Field = {
  latitude: 0,
  longitude: KILOMETRE,
  isOwn: false,
  runways: [
    [
      { ident: '09R', latitude: 0, longitude: 0, heading: 90 },
      { ident: '27L', latitude: 0, longitude: 2 * KILOMETRE, heading: 270 },
    ],
    [
      { ident: '09L', latitude: 0.4 * KILOMETRE, longitude: 0, heading: 90 },
      { ident: '27R', latitude: 0.4 * KILOMETRE, longitude: 2 * KILOMETRE, heading: 270 },
    ],
  ],
};

function field(north: number, isOwn = false): Field {
  return { latitude: north * KILOMETRE, longitude: 0, isOwn, runways: [] };
}

function moment(north: number, east: number, course: number | null, seconds = 1): LegMoment {
  return {
    ...{ at: 0, from: -seconds * 1_000, to: 0, course },
    ...{ latitude: north * KILOMETRE, longitude: east * KILOMETRE },
  };
}

test('the nearest aerodrome within 5 km is the field', () => {
  const [near, far] = [field(3), field(-4)];
  expect(matchField(moment(0, 0, null), [far, near])).toEqual({
    field: near,
    isUncertain: false,
    runway: null,
  });
  expect(matchField(moment(-1.9, 0, null), [far, near])?.field).toBe(far);
  expect(matchField(moment(8.1, 0, null), [far, near])).toBeNull();
  expect(matchField(moment(0, 0, null), [])).toBeNull();
});

test('a landing place of the account precedes a nearer aerodrome', () => {
  const [aerodrome, own] = [field(1), field(4, true)];
  expect(matchField(moment(0, 0, null), [own, aerodrome])?.field).toBe(own);
  expect(matchField(moment(0, 0, null), [aerodrome, own])?.field).toBe(own);
});

test('a gap of more than two minutes searches 20 km and is uncertain', () => {
  const far = field(15);
  expect(matchField(moment(0, 0, null, 120), [far])).toBeNull();
  expect(matchField(moment(0, 0, null, 121), [far])).toEqual({ field: far, isUncertain: true, runway: null });
  expect(matchField(moment(0, 0, null, 121), [field(4)])?.isUncertain).toBe(false);
});

test('a large airport is as near as its nearest runway end', () => {
  // 5.5 km from the reference point, 4.5 km from the end of the runway.
  expect(matchField(moment(0, 6.5, null), [AIRPORT])?.field).toBe(AIRPORT);
});

describe('the runway', () => {
  test.each([
    ['in its direction', 0.05, 1, 90, '09R'],
    ['in the other direction', 0.05, 1, 271, '27L'],
    ['on the parallel one', 0.35, 1, 85, '09L'],
    ['with 20 degrees of difference', 0, 0.5, 110, '09R'],
    ['with 21 degrees of difference', 0, 0.5, 111, undefined],
    ['across it', 0, 0.5, 0, undefined],
    ['500 m beyond its end', 0, 2.49, 90, '09R'],
    ['too far from it', -0.51, 1, 90, undefined],
    ['without a course', 0, 1, null, undefined],
  ])('%s', (_, north, east, course, ident) => {
    expect(matchField(moment(north, east, course), [AIRPORT])?.runway?.ident).toBe(ident);
  });

  test('may have one known end, and a heading around north', () => {
    const end = { ident: '36', latitude: 0, longitude: 0, heading: 355 };
    const strip: Field = { ...field(0), runways: [[end], []] };
    expect(matchField(moment(0.4, 0, 10), [strip])?.runway).toBe(end);
    expect(matchField(moment(0.6, 0, 10), [strip])?.runway).toBeNull();
  });
});
