import { describe, expect, it } from 'vitest';
import { formatClimbRate, formatCourse, formatDistance, formatSpeed } from './quantities.ts';

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

describe('climb rate', () => {
  it('shows a sign for up and down', () => {
    expect(formatClimbRate(2.54)).toEqual({ value: '+2.5', unit: 'mps' });
    expect(formatClimbRate(-10.06)).toEqual({ value: '−10.1', unit: 'mps' });
  });

  it('shows no sign when level', () => {
    expect(formatClimbRate(-0.04).value).toBe('0.0');
    expect(formatClimbRate(0.04).value).toBe('0.0');
  });
});
