import { expect, test } from 'vitest';
import {
  AREA_CHOICES,
  areaIn,
  asAreaUnit,
  asLengthChoice,
  lengthIn,
  measuredNumber,
} from './measure-text.ts';

test('metres up to a kilometre, kilometres above it', () => {
  expect(lengthIn(999.96, 'metric', 'en_US')).toEqual({ unit: 'm', text: '1,000' });
  expect(lengthIn(1000, 'metric', 'en_US')).toEqual({ unit: 'km', text: '1.000' });
  expect(lengthIn(12_345.6, 'metric', 'en_US')).toEqual({ unit: 'km', text: '12.35' });
  expect(lengthIn(12_345.6, 'm', 'zh_CN')).toEqual({ unit: 'm', text: '12,346' });
  expect(lengthIn(1852, 'nmi', 'zh_CN')).toEqual({ unit: 'nmi', text: '1.000' });
});

test('four figures, however small the field is in a large unit', () => {
  expect(areaIn(10_707.78, 'km2', 'en_US')).toBe('0.01071');
  expect(areaIn(10_707.78, 'mu', 'en_US')).toBe('16.06');
  expect(areaIn(10_707.78, 'm2', 'en_US')).toBe('10,708');
  expect(measuredNumber(0, 'en_US')).toBe('0');
});

test('only what can be chosen is read back', () => {
  expect(asLengthChoice('nmi')).toBe('nmi');
  expect(asLengthChoice('furlong')).toBeNull();
  expect(AREA_CHOICES.map(asAreaUnit)).toEqual([...AREA_CHOICES]);
  expect(asAreaUnit(7)).toBeNull();
});
