import { describe, expect, it } from 'vitest';
import { presetWindow } from '../core/time-window.ts';
import { isValid, validateMultiRequest } from './validate-multi-request.ts';

const DAY = 86_400_000;
/** 2026-11-20 20:00 in Shanghai. */
const now = Date.UTC(2026, 10, 20, 12);

describe('quick choices', () => {
  it('are all played', () => {
    for (const preset of ['today', 'yesterday', 'day', 'threeDays'] as const) {
      const { start, end } = presetWindow(preset, now, 'Asia/Shanghai');
      expect(isValid(validateMultiRequest(1, start, end))).toBe(true);
    }
  });
});

describe('a replay is refused', () => {
  it('without a device, and with more than 200', () => {
    expect(validateMultiRequest(0, 1, 2).devices).toBe('devicesEmpty');
    expect(validateMultiRequest(200, 1, 2).devices).toBeNull();
    expect(validateMultiRequest(201, 1, 2).devices).toBe('devicesTooMany');
  });

  it('without a time, said at what is missing', () => {
    expect(validateMultiRequest(1, null, 2)).toEqual({ devices: null, start: 'timeEmpty', end: null });
    expect(validateMultiRequest(1, 1, null)).toEqual({ devices: null, start: null, end: 'timeEmpty' });
  });

  it('when the start is not before the end', () => {
    expect(validateMultiRequest(1, 2, 1).start).toBe('order');
    expect(validateMultiRequest(1, 2, 2).start).toBe('order');
  });

  it('over more than 3 days of several devices, by the name of the server', () => {
    expect(validateMultiRequest(2, 0, 3 * DAY).end).toBeNull();
    expect(validateMultiRequest(2, 0, 3 * DAY + 1).end).toBe('span-too-long-many');
  });

  it('over more than 31 days of one device, and not before', () => {
    expect(validateMultiRequest(1, 0, 3 * DAY + 1).end).toBeNull();
    expect(validateMultiRequest(1, 0, 31 * DAY).end).toBeNull();
    expect(validateMultiRequest(1, 0, 31 * DAY + 1).end).toBe('span-too-long');
  });
});
