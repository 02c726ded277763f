import type { ImageSourceSpecification } from '@maplibre/maplibre-gl-style-spec';
import { expect, test } from 'vitest';
import { DATUM_SHIFTS, shiftSource } from './datum-shift.ts';

/** Coordinates and the same in GCJ-02: github.com/googollee/eviltransform, release 0.1.1 for Python. */
const HOME: [number, number] = [110.49, 24.78];
const HOME_SHIFTED = [110.4946177022179, 24.777123266093724] as const;
/** Outside the shifted region. */
const ALPS: [number, number] = [11, 47];

test('shifts the corners of an image inside the shifted region and keeps their order', () => {
  const given: ImageSourceSpecification = {
    type: 'image',
    url: 'u',
    coordinates: [HOME, ALPS, ALPS, HOME],
  };
  const { coordinates, url } = shiftSource(given, DATUM_SHIFTS.gcj02.toMapDatum);
  expect(url).toBe('u');
  for (const corner of [coordinates[0], coordinates[3]]) {
    expect(corner[0]).toBeCloseTo(HOME_SHIFTED[0], 6);
    expect(corner[1]).toBeCloseTo(HOME_SHIFTED[1], 6);
  }
  expect([coordinates[1], coordinates[2]]).toEqual([ALPS, ALPS]);
  expect(shiftSource(given, DATUM_SHIFTS.wgs84.toMapDatum).coordinates).toEqual([HOME, ALPS, ALPS, HOME]);
});
