import { describe, expect, it } from 'vitest';
import { presetWindow } from './time-window.ts';

const DAY = 86_400_000;
/** 2026-11-20 20:00 in Shanghai. */
const now = Date.UTC(2026, 10, 20, 12);

describe('time presets', () => {
  it('count days in the time zone of the account', () => {
    expect(presetWindow('today', now, 'Asia/Shanghai')).toEqual({
      start: Date.UTC(2026, 10, 19, 16),
      end: now,
    });
    expect(presetWindow('yesterday', now, 'Asia/Shanghai')).toEqual({
      start: Date.UTC(2026, 10, 18, 16),
      end: Date.UTC(2026, 10, 19, 16) - 1,
    });
    expect(presetWindow('yesterday', now, 'America/New_York').start).toBe(Date.UTC(2026, 10, 19, 5));
  });

  it('reach back full days of 24 hours', () => {
    expect(presetWindow('day', now, 'Asia/Shanghai').start).toBe(now - DAY);
    expect(presetWindow('threeDays', now, 'Asia/Shanghai').start).toBe(now - 3 * DAY);
    expect(presetWindow('week', now, 'Asia/Shanghai').start).toBe(now - 7 * DAY);
  });
});
