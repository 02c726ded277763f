import { describe, expect, it } from 'vitest';
import { startOfDay, toInstant, toWallTime } from './zone.ts';

const noon = Date.UTC(2026, 10, 20, 12, 34, 56);

describe('the account time zone in a picker', () => {
  it.each(['Asia/Shanghai', 'America/New_York', 'Pacific/Kiritimati', 'UTC'])(
    'converts %s to wall time and back',
    (zone) => {
      expect(toInstant(toWallTime(noon, zone), zone)).toBe(noon);
    },
  );

  it('shows the local time of the account', () => {
    expect(toWallTime(noon, 'Asia/Shanghai').format('YYYY-MM-DD HH:mm:ss')).toBe('2026-11-20 20:34:56');
  });
});

describe('the account day', () => {
  it('starts at local midnight', () => {
    expect(startOfDay(noon, 'Asia/Shanghai')).toBe(Date.UTC(2026, 10, 19, 16));
    expect(startOfDay(noon, 'Asia/Shanghai', -1)).toBe(Date.UTC(2026, 10, 18, 16));
    expect(startOfDay(noon, 'America/New_York')).toBe(Date.UTC(2026, 10, 20, 5));
  });

  it('has 25 hours when daylight saving time ends', () => {
    const evening = Date.UTC(2026, 9, 25, 20);
    expect(startOfDay(evening, 'Europe/Berlin', 1) - startOfDay(evening, 'Europe/Berlin')).toBe(
      25 * 3_600_000,
    );
  });
});
