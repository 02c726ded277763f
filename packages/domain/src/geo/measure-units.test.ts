import { expect, test } from 'vitest';
import { AREA_UNITS, LENGTH_UNITS, toAreaUnit, toLengthUnit } from './measure-units.ts';

test('lists the nine area units in the order of the specification', () => {
  expect(Object.keys(AREA_UNITS)).toEqual(['km2', 'mu', 'qing', 'ha', 'm2', 'acre', 'mi2', 'ft2', 'yd2']);
});

// Expected values: calculated in Python from 1 ft = 0.3048 m, 1 yd = 3 ft, 1 mi = 5280 ft, 1 acre = 43,560 square feet; mu and
// qing by hand: 15 mu per hectare, 100 mu per qing.
test.each([
  ['km2', 1],
  ['mu', 1500],
  ['qing', 15],
  ['ha', 100],
  ['m2', 1_000_000],
  ['acre', 247.105_381_467_165_3],
  ['mi2', 0.386_102_158_542_445_8],
  ['ft2', 10_763_910.416_709_72],
  ['yd2', 1_195_990.046_301_08],
] as const)('converts a square kilometre to %s', (unit, expected) => {
  expect(toAreaUnit(1_000_000, unit) / expected).toBeCloseTo(1, 12);
});

// Expected values: calculated by hand from the definitions: 60 nautical miles, 5280 feet per mile.
test.each([
  ['m', 111_120],
  ['km', 111.12],
  ['nmi', 60],
  ['mi', 69.046_766_881],
  ['ft', 364_566.929_134],
] as const)('converts 60 nautical miles to %s', (unit, expected) => {
  expect(toLengthUnit(60 * LENGTH_UNITS.nmi, unit) / expected).toBeCloseTo(1, 10);
});
