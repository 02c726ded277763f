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

const METRIC = { speedUnits: 1, altitudeUnits: 1 } as const;
const AVIATION = { speedUnits: 2, altitudeUnits: 2 } as const;

const NONE = { takeoffSpeed: null, landingSpeed: null, proofHeight: null, holdUp: null, holdDown: null };

test('shows only the limits that a plane changes, in the units of the user', () => {
  expect(toLimitFields({}, METRIC)).toEqual(NONE);
  // 1 kn is 1.852 km/h (ISO 80000-3).
  expect(toLimitFields({ takeoffSpeed: 92.6, holdUp: 15_000 }, AVIATION)).toEqual({
    ...NONE,
    takeoffSpeed: 50,
    holdUp: 15,
  });
  expect(toLimitFields({ takeoffSpeed: 92.6, proofHeight: 40 }, METRIC)).toEqual({
    ...NONE,
    takeoffSpeed: 92.6,
    proofHeight: 40,
  });
});

test('sends the limits in km/h, metres and milliseconds', () => {
  expect(toLimits(NONE, METRIC)).toEqual({});
  // 1 ft is 0.3048 m.
  const fields = { ...NONE, takeoffSpeed: 50, landingSpeed: 25, proofHeight: 100, holdDown: 90 };
  expect(toLimits(fields, AVIATION)).toEqual({
    takeoffSpeed: 92.6,
    landingSpeed: 46.3,
    proofHeight: 30.5,
    holdDown: 90_000,
  });
  expect(toLimits(fields, { ...AVIATION, altitudeUnits: 1 })).toMatchObject({ proofHeight: 100 });
});

test('keeps the limits of every kind when a form in knots and feet is saved unchanged', () => {
  for (const profile of Object.values(FLIGHT_PROFILES)) {
    const limits = Object.fromEntries(LIMIT_NAMES.map((name) => [name, profile[name]]));
    expect(toLimits(toLimitFields(limits, AVIATION), AVIATION)).toEqual(limits);
  }
});

test('names the units, and bounds that the server accepts', () => {
  expect(LIMIT_NAMES.map((name) => limitUnit(name, METRIC))).toEqual([
    'kmh',
    'kmh',
    'm',
    'seconds',
    'seconds',
  ]);
  expect(limitUnit('takeoffSpeed', AVIATION)).toBe('kn');
  expect(limitUnit('proofHeight', AVIATION)).toBe('ft');
  expect(toDisplayedLimit('holdDown', 60_000, METRIC)).toBe(60);
  // 5 to 400 km/h are 2.7 to 215.98 kn.
  expect(displayedBounds('takeoffSpeed', AVIATION)).toEqual({ min: 3, max: 215 });
  // 3 to 500 m are 9.84 to 1640.4 ft.
  expect(displayedBounds('proofHeight', AVIATION)).toEqual({ min: 10, max: 1640 });
  expect(displayedBounds('holdUp', AVIATION)).toEqual({ min: 1, max: 120 });
});
