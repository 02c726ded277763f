import { describe, expect, it } from 'vitest';
import { formatCoordinates } from './coordinates.ts';

describe('coordinates', () => {
  it('formats decimal degrees with five decimals and a sign', () => {
    expect(formatCoordinates(24.78, 110.49, 1)).toBe('24.78000, 110.49000');
    expect(formatCoordinates(-33.856784, -151.2153, 1)).toBe('-33.85678, -151.21530');
  });

  // Sydney Opera House, calculated by hand: 0.856784 * 60 = 51.40704; 0.40704 * 60 = 24.4224.
  it('formats degrees and minutes', () => {
    expect(formatCoordinates(-33.856784, 151.2153, 2)).toBe('33°51.4070′S, 151°12.9180′E');
  });

  it('formats degrees, minutes and seconds', () => {
    expect(formatCoordinates(-33.856784, 151.2153, 3)).toBe('33°51′24.4″S, 151°12′55.1″E');
  });

  it('never shows sixty minutes or seconds', () => {
    expect(formatCoordinates(29.9999999, 0.9999999, 2)).toBe('30°00.0000′N, 1°00.0000′E');
    expect(formatCoordinates(29.9999999, 0.0166666, 3)).toBe('30°00′00.0″N, 0°01′00.0″E');
  });

  it('formats the equator and the meridian', () => {
    expect(formatCoordinates(0, 0, 3)).toBe('0°00′00.0″N, 0°00′00.0″E');
  });
});
