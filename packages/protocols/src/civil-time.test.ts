import { describe, expect, it } from 'vitest';
import { civilTime } from './civil-time.ts';
import { seeded, whole } from './testing/random.ts';

describe('civilTime', () => {
  it('agrees with the calendar of the platform', () => {
    const random = seeded(3);
    for (let i = 0; i < 5000; i++) {
      const time = whole(random, 0, 4_102_444_799) * 1000;
      const offset = whole(random, -14 * 4, 14 * 4) * 15;
      const at = new Date(time + offset * 60_000);
      const date: [number, number, number] = [at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate()];
      expect(civilTime(...date, at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds(), offset)).toBe(time);
    }
  });

  it.each([
    [2026, 0, 1, 0, 0, 0],
    [2026, 13, 1, 0, 0, 0],
    [2026, 1, 0, 0, 0, 0],
    [2026, 1, 32, 0, 0, 0],
    [2026, 4, 31, 0, 0, 0],
    [2026, 2, 29, 0, 0, 0],
    [2100, 2, 29, 0, 0, 0],
    [2026, 1, 1, 24, 0, 0],
    [2026, 1, 1, 0, 60, 0],
    [2026, 1, 1, 0, 0, 60],
    [2026, 1, 1, 0, 0, Number.NaN],
    [Number.NaN, 1, 1, 0, 0, 0],
  ])('knows no %i-%i-%i %i:%i:%i', (year, month, day, hour, minute, second) => {
    expect(civilTime(year, month, day, hour, minute, second, 0)).toBeNull();
  });

  it('knows the leap days', () => {
    expect(civilTime(2024, 2, 29, 0, 0, 0, 0)).toBe(Date.parse('2024-02-29T00:00:00Z'));
    expect(civilTime(2000, 2, 29, 8, 0, 0, 480)).toBe(Date.parse('2000-02-29T00:00:00Z'));
  });
});
