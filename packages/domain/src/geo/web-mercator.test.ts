import { expect, test } from 'vitest';
import {
  interpolateOnMap,
  latFromMercator,
  lngFromMercator,
  MERCATOR_LATITUDE,
  mercatorX,
  mercatorY,
  nearestLng,
  wrapLng,
} from './web-mercator.ts';

test('ends the square at the limits of EPSG:3857', () => {
  expect(mercatorX(-180)).toBe(0);
  expect(mercatorX(180)).toBe(1);
  expect(mercatorY(MERCATOR_LATITUDE)).toBeCloseTo(0, 12);
  expect(mercatorY(-MERCATOR_LATITUDE)).toBeCloseTo(1, 12);
  expect(mercatorY(90)).toBeCloseTo(0, 12);
});

test('projects 45 degrees north to 5,621,521.486 m of EPSG:3857', () => {
  const northing = (0.5 - mercatorY(45)) * 2 * 20_037_508.342789244;
  expect(northing).toBeCloseTo(5_621_521.486, 2);
});

test('restores projected coordinates', () => {
  for (const lat of [-80, -33.9, 0, 24.78, 60.5])
    expect(latFromMercator(mercatorY(lat))).toBeCloseTo(lat, 10);
  for (const lng of [-180, -0.1, 110.49, 179.9]) expect(lngFromMercator(mercatorX(lng))).toBeCloseTo(lng, 10);
});

test('wraps longitudes into -180 to 180', () => {
  expect(wrapLng(180)).toBe(-180);
  expect(wrapLng(181)).toBe(-179);
  expect(wrapLng(-181)).toBe(179);
  expect(wrapLng(725)).toBe(5);
  expect(nearestLng(-179, 178)).toBe(181);
  expect(nearestLng(10, 370)).toBe(370);
});

test('interpolates across the antimeridian the short way', () => {
  const middle = interpolateOnMap({ lng: 179, lat: 0 }, { lng: -177, lat: 0 }, 0.5);
  expect(middle.lng).toBeCloseTo(-179, 10);
  expect(middle.lat).toBeCloseTo(0, 10);
});

test('interpolates latitude like the map, not linearly', () => {
  // y(60) is ln(tan 75 deg) / 2 pi above the middle; the latitude at half of that is atan(sinh(ln(tan 75 deg) / 2)).
  const expected = (Math.atan(Math.sinh(Math.log(Math.tan((75 * Math.PI) / 180)) / 2)) * 180) / Math.PI;
  expect(expected).toBeCloseTo(35.264, 3);
  expect(interpolateOnMap({ lng: 0, lat: 0 }, { lng: 0, lat: 60 }, 0.5).lat).toBeCloseTo(expected, 9);
});
