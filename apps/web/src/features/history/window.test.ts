import { describe, expect, it } from 'vitest';
import { presetWindow } from '../replay/time-window.ts';
import { mistakesIn } from './window.ts';

const DAY = 86_400_000;
/** 2026-11-20 20:00 in Shanghai. */
const now = Date.UTC(2026, 10, 20, 12);

describe('presets', () => {
  it('count days by the clocks of the account', () => {
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

  it('reach back whole spans', () => {
    expect(presetWindow('day', now, 'Asia/Shanghai').start).toBe(now - DAY);
    expect(presetWindow('week', now, 'Asia/Shanghai').start).toBe(now - 7 * DAY);
  });
});

describe('a replay is refused', () => {
  it('without a device', () => {
    expect(mistakesIn(null, { start: 1, end: 2 }).device).toBe('deviceEmpty');
  });

  it('without a time', () => {
    expect(mistakesIn(7, null).window).toBe('windowEmpty');
  });

  it('when the start is not before the end', () => {
    expect(mistakesIn(7, { start: 2, end: 2 }).window).toBe('order');
    expect(mistakesIn(7, { start: 3, end: 2 }).window).toBe('order');
  });

  it('over more than 31 days, and not over 31', () => {
    expect(mistakesIn(7, { start: 0, end: 31 * DAY })).toEqual({ device: null, window: null });
    expect(mistakesIn(7, { start: 0, end: 31 * DAY + 1 }).window).toBe('tooLong');
  });
});
