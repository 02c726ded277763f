import { describe, expect, it } from 'vitest';
import { formatAltitude, formatClimbRate, formatCourse, formatDistance, formatSpeed } from './quantities.ts';

describe('speed', () => {
  it('keeps km/h', () => {
    expect(formatSpeed(36.04, 1)).toEqual({ value: '36.0', unit: 'kmh' });
    expect(formatSpeed(99.96, 1)).toEqual({ value: '100', unit: 'kmh' });
  });

  it('converts to knots of 1.852 km/h', () => {
    expect(formatSpeed(18.52, 2)).toEqual({ value: '10.0', unit: 'kn' });
    expect(formatSpeed(0, 2)).toEqual({ value: '0.0', unit: 'kn' });
  });
});

describe('distance', () => {
  it.each([
    [0, '0', 'm'],
    [999.4, '999', 'm'],
    [999.6, '1.00', 'km'],
    [12_345, '12.3', 'km'],
    [123_456, '123', 'km'],
    [999_600, '1,000', 'km'],
    [30_768_400, '30,768', 'km'],
  ])('formats %d m as %s %s', (metres, value, unit) => {
    expect(formatDistance(metres)).toEqual({ value, unit });
  });
});

describe('course', () => {
  it.each([
    [0, '000'],
    [7.4, '007'],
    [359.7, '000'],
    [270, '270'],
  ])('formats %d as %s', (degrees, value) => {
    expect(formatCourse(degrees).value).toBe(value);
  });
});

describe('altitude', () => {
  it('is in metres or in feet of 0.3048 m', () => {
    expect(formatAltitude(1_234.4, 1)).toEqual({ value: '1234', unit: 'm' });
    expect(formatAltitude(3_048, 2)).toEqual({ value: '10000', unit: 'ft' });
    expect(formatAltitude(-0.1, 1).value).toBe('0');
  });
});

describe('climb rate', () => {
  it('is in tens of feet per minute by the setting', () => {
    // 1 ft/min = 0.00508 m/s
    expect(formatClimbRate(2.54, 2)).toEqual({ value: '+500', unit: 'ftmin' });
    expect(formatClimbRate(-5.1, 2)).toEqual({ value: '−1000', unit: 'ftmin' });
    expect(formatClimbRate(-0.02, 2).value).toBe('0');
  });

  it('shows a sign for up and down', () => {
    expect(formatClimbRate(2.54, 1)).toEqual({ value: '+2.5', unit: 'mps' });
    expect(formatClimbRate(-10.06, 1)).toEqual({ value: '−10.1', unit: 'mps' });
  });

  it('shows no sign when level', () => {
    expect(formatClimbRate(-0.04, 1).value).toBe('0.0');
    expect(formatClimbRate(0.04, 1).value).toBe('0.0');
  });
});
