import { describe, expect, it } from 'vitest';
import { climb, course, distance, speed } from './quantities.ts';

describe('speed', () => {
  it('stays in km/h', () => {
    expect(speed(36.04, 1)).toEqual({ value: '36.0', unit: 'kmh' });
    expect(speed(99.96, 1)).toEqual({ value: '100', unit: 'kmh' });
  });

  it('is in knots of 1.852 km/h', () => {
    expect(speed(18.52, 2)).toEqual({ value: '10.0', unit: 'kn' });
    expect(speed(0, 2)).toEqual({ value: '0.0', unit: 'kn' });
  });
});

describe('distance', () => {
  it.each([
    [0, '0', 'm'],
    [999.4, '999', 'm'],
    [999.6, '1.00', 'km'],
    [12_345, '12.3', 'km'],
    [123_456, '123', 'km'],
  ])('of %d m is %s %s', (metres, value, unit) => {
    expect(distance(metres)).toEqual({ value, unit });
  });
});

describe('course', () => {
  it.each([
    [0, '000'],
    [7.4, '007'],
    [359.7, '000'],
    [270, '270'],
  ])('%d is said %s', (degrees, value) => {
    expect(course(degrees).value).toBe(value);
  });
});

describe('climb', () => {
  it('says with a sign whether it goes up or down', () => {
    expect(climb(2.54)).toEqual({ value: '+2.5', unit: 'mps' });
    expect(climb(-10.06)).toEqual({ value: '−10.1', unit: 'mps' });
  });

  it('has no sign where it is level', () => {
    expect(climb(-0.04).value).toBe('0.0');
    expect(climb(0.04).value).toBe('0.0');
  });
});
