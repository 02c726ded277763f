import { FLIGHT_PROFILES } from '@wakeline/domain/aviation/flight-profile';
import { expect, test } from 'vitest';
import {
  displayedBounds,
  LIMIT_NAMES,
  limitUnit,
  toDisplayedLimit,
  toLimitFields,
  toLimits,
} from './plane-limits.ts';

const NONE = { takeoffSpeed: null, landingSpeed: null, proofHeight: null, holdUp: null, holdDown: null };

test('shows only the limits that a plane changes, in the units of the user', () => {
  expect(toLimitFields({}, 1)).toEqual(NONE);
  // 1 kn is 1.852 km/h (ISO 80000-3).
  expect(toLimitFields({ takeoffSpeed: 92.6, holdUp: 15_000 }, 2)).toEqual({
    ...NONE,
    takeoffSpeed: 50,
    holdUp: 15,
  });
  expect(toLimitFields({ takeoffSpeed: 92.6, proofHeight: 40 }, 1)).toEqual({
    ...NONE,
    takeoffSpeed: 92.6,
    proofHeight: 40,
  });
});

test('sends the limits in km/h, metres and milliseconds', () => {
  expect(toLimits(NONE, 1)).toEqual({});
  expect(toLimits({ ...NONE, takeoffSpeed: 50, landingSpeed: 25, proofHeight: 30, holdDown: 90 }, 2)).toEqual(
    {
      takeoffSpeed: 92.6,
      landingSpeed: 46.3,
      proofHeight: 30,
      holdDown: 90_000,
    },
  );
});

test('keeps the limits of every kind when a form in knots is saved unchanged', () => {
  for (const profile of Object.values(FLIGHT_PROFILES)) {
    const limits = Object.fromEntries(LIMIT_NAMES.map((name) => [name, profile[name]]));
    expect(toLimits(toLimitFields(limits, 2), 2)).toEqual(limits);
  }
});

test('names the units, and bounds that the server accepts', () => {
  expect(LIMIT_NAMES.map((name) => limitUnit(name, 1))).toEqual(['kmh', 'kmh', 'm', 'seconds', 'seconds']);
  expect(limitUnit('takeoffSpeed', 2)).toBe('kn');
  expect(toDisplayedLimit('holdDown', 60_000, 1)).toBe(60);
  // 5 to 400 km/h are 2.7 to 215.98 kn.
  expect(displayedBounds('takeoffSpeed', 2)).toEqual({ min: 3, max: 215 });
  expect(displayedBounds('holdUp', 2)).toEqual({ min: 1, max: 120 });
});
