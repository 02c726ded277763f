import { expect, test } from 'vitest';
import { AIRCRAFT_KIND_NUMBERS, AIRCRAFT_KINDS, aircraftKindOf } from './aircraft-kind.ts';
import { ALTITUDE_KINDS, altitudeKindOf } from './altitude-kind.ts';
import { FLIGHT_LIMIT_BOUNDS, FLIGHT_PROFILES, type FlightLimits, flightProfile } from './flight-profile.ts';

test('stored numbers of kinds never change', () => {
  expect(AIRCRAFT_KIND_NUMBERS).toEqual({
    airliner: 1,
    light: 2,
    ultralight: 3,
    glider: 4,
    helicopter: 5,
    gyroplane: 6,
    paraglider: 7,
    balloon: 8,
    drone: 9,
  });
  expect(aircraftKindOf(7)).toBe('paraglider');
  expect(aircraftKindOf(0)).toBeNull();
  expect(ALTITUDE_KINDS).toEqual({ sea: 1, ellipsoid: 2, pressure: 3 });
});

test.each([
  [undefined, 1],
  [null, 1],
  [1, 1],
  [2, 2],
  [3, 3],
  [9, 1],
])('an altitude of kind %s is of kind %i', (number, kind) => {
  expect(altitudeKindOf(number)).toBe(kind);
});

test.each(AIRCRAFT_KINDS)('the limits of a %s are within their bounds', (kind) => {
  expect(flightProfile(kind, FLIGHT_PROFILES[kind])).toEqual(FLIGHT_PROFILES[kind]);
});

test('a plane has the limits of its kind with its own changes', () => {
  expect(flightProfile('light')).toEqual(FLIGHT_PROFILES.light);
  expect(flightProfile('light', { takeoffSpeed: 110, holdDown: 90_000 })).toEqual({
    ...FLIGHT_PROFILES.light,
    takeoffSpeed: 110,
    holdDown: 90_000,
  });
});

test.each(Object.entries(FLIGHT_LIMIT_BOUNDS))('refuses %s out of its bounds', (name, { min, max }) => {
  for (const value of [min - 1, max + 1, Number.NaN, Number.POSITIVE_INFINITY])
    expect(flightProfile('airliner', { [name]: value } as Partial<FlightLimits>)).toBe(name);
});

test('refuses a landing speed that is not below the take-off speed', () => {
  expect(flightProfile('light', { landingSpeed: 90 })).toBe('landing-not-below-takeoff');
  expect(flightProfile('light', { takeoffSpeed: 40 })).toBe('landing-not-below-takeoff');
});
