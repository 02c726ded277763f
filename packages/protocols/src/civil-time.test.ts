import { describe, expect, it } from 'vitest';
import { civilTimeToEpochMs } from './civil-time.ts';
import { randomInteger, seededRandom } from './testing/random.ts';

describe('civilTimeToEpochMs', () => {
  it('agrees with the calendar of the platform', () => {
    const random = seededRandom(3);
    for (let i = 0; i < 5000; i++) {
      const time = randomInteger(random, 0, 4_102_444_799) * 1000;
      const offset = randomInteger(random, -14 * 4, 14 * 4) * 15;
      const utc = new Date(time + offset * 60_000);
      const date: [number, number, number] = [utc.getUTCFullYear(), utc.getUTCMonth() + 1, utc.getUTCDate()];
      expect(
        civilTimeToEpochMs(...date, utc.getUTCHours(), utc.getUTCMinutes(), utc.getUTCSeconds(), offset),
      ).toBe(time);
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
  ])('returns null for %i-%i-%i %i:%i:%i', (year, month, day, hour, minute, second) => {
    expect(civilTimeToEpochMs(year, month, day, hour, minute, second, 0)).toBeNull();
  });

  it('accepts leap days', () => {
    expect(civilTimeToEpochMs(2024, 2, 29, 0, 0, 0, 0)).toBe(Date.parse('2024-02-29T00:00:00Z'));
    expect(civilTimeToEpochMs(2000, 2, 29, 8, 0, 0, 480)).toBe(Date.parse('2000-02-29T00:00:00Z'));
  });
});
