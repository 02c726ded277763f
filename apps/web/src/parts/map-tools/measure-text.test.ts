import { expect, test } from 'vitest';
import {
  AREA_CHOICES,
  formatArea,
  formatLength,
  formatMeasurement,
  parseAreaUnit,
  parseLengthChoice,
} from './measure-text.ts';

test('formats lengths in metres up to a kilometre, then in kilometres', () => {
  expect(formatLength(999.96, 'metric', 'en_US')).toEqual({ unit: 'm', text: '1,000' });
  expect(formatLength(1000, 'metric', 'en_US')).toEqual({ unit: 'km', text: '1.000' });
  expect(formatLength(12_345.6, 'metric', 'en_US')).toEqual({ unit: 'km', text: '12.35' });
  expect(formatLength(12_345.6, 'm', 'zh_CN')).toEqual({ unit: 'm', text: '12,346' });
  expect(formatLength(1852, 'nmi', 'zh_CN')).toEqual({ unit: 'nmi', text: '1.000' });
});

test('formats areas with four significant digits in any unit', () => {
  expect(formatArea(10_707.78, 'km2', 'en_US')).toBe('0.01071');
  expect(formatArea(10_707.78, 'mu', 'en_US')).toBe('16.06');
  expect(formatArea(10_707.78, 'm2', 'en_US')).toBe('10,708');
  expect(formatMeasurement(0, 'en_US')).toBe('0');
});

test('ignores stored units that are not available', () => {
  expect(parseLengthChoice('nmi')).toBe('nmi');
  expect(parseLengthChoice('furlong')).toBeNull();
  expect(AREA_CHOICES.map(parseAreaUnit)).toEqual([...AREA_CHOICES]);
  expect(parseAreaUnit(7)).toBeNull();
});
