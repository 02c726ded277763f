import type { LandingPlace } from '@wakeline/contract/aviation/landing-places';
import { expect, test } from 'vitest';
import { formatCoordinates } from '../../../format/coordinates.ts';
import {
  elevationBounds,
  toElevation,
  toLandingPlaceFields,
  toLandingPlaceForm,
} from './landing-place-values.ts';

const PLACE: LandingPlace = {
  landingPlaceId: 4,
  landingPlaceName: '阳朔机场',
  code: 'YS1',
  latitude: 24.8123456,
  longitude: 110.5331234,
  elevation: 140,
  radius: 1_500,
  note: '',
};
const inDegrees = {
  formatCoordinates: (latitude: number, longitude: number) => formatCoordinates(latitude, longitude, 1),
  altitudeUnits: 1,
} as const;
const inMinutesAndFeet = {
  formatCoordinates: (latitude: number, longitude: number) => formatCoordinates(latitude, longitude, 2),
  altitudeUnits: 2,
} as const;

test('keeps the exact position and elevation of a landing place whose text is unchanged', () => {
  const { landingPlaceId: _, ...form } = PLACE;
  for (const format of [inDegrees, inMinutesAndFeet])
    expect(toLandingPlaceForm(toLandingPlaceFields(PLACE, format), PLACE, format)).toEqual(form);
});

test('reads typed coordinates in any notation, and an empty code as none', () => {
  const fields = toLandingPlaceFields(null, inDegrees);
  expect(
    toLandingPlaceForm(
      { ...fields, landingPlaceName: ' 水坝 ', code: ' ', coordinates: "24°30'N 110°15'E" },
      null,
      inDegrees,
    ),
  ).toEqual({
    landingPlaceName: '水坝',
    code: null,
    latitude: 24.5,
    longitude: 110.25,
    elevation: null,
    radius: 1_000,
    note: '',
  });
});

test('refuses text that has no coordinates', () => {
  const fields = { ...toLandingPlaceFields(PLACE, inDegrees), coordinates: 'at the dam' };
  expect(toLandingPlaceForm(fields, PLACE, inDegrees)).toBeNull();
});

test('reads an elevation in the unit of the user', () => {
  // 1 ft is 0.3048 m.
  expect(toLandingPlaceFields(PLACE, inMinutesAndFeet).elevation).toBe(459.32);
  expect([toElevation(1_000, 2), toElevation(1_000, 1), toElevation(null, 2)]).toEqual([304.8, 1_000, null]);
  expect(elevationBounds(1)).toEqual({ min: -500, max: 9_000 });
  // -1640.4 to 29527.6 ft.
  expect(elevationBounds(2)).toEqual({ min: -1_640, max: 29_527 });
});
