import { describe, expect, it } from 'vitest';
import { presetWindow } from '../core/time-window.ts';
import { isValid, validateMultiRequest } from './validate-multi-request.ts';

const DAY = 86_400_000;
/** 2026-11-20 20:00 in Shanghai. */
const now = Date.UTC(2026, 10, 20, 12);

describe('time presets', () => {
  it('are all valid', () => {
    for (const preset of ['today', 'yesterday', 'day', 'threeDays'] as const) {
      const { start, end } = presetWindow(preset, now, 'Asia/Shanghai');
      expect(isValid(validateMultiRequest(1, start, end))).toBe(true);
    }
  });
});

describe('validateMultiRequest', () => {
  it('rejects no device, and more than 200', () => {
    expect(validateMultiRequest(0, 1, 2).devices).toBe('devicesEmpty');
    expect(validateMultiRequest(200, 1, 2).devices).toBeNull();
    expect(validateMultiRequest(201, 1, 2).devices).toBe('devicesTooMany');
  });

  it('rejects a missing time, at the missing field', () => {
    expect(validateMultiRequest(1, null, 2)).toEqual({ devices: null, start: 'timeEmpty', end: null });
    expect(validateMultiRequest(1, 1, null)).toEqual({ devices: null, start: null, end: 'timeEmpty' });
  });

  it('rejects a start that is not before the end', () => {
    expect(validateMultiRequest(1, 2, 1).start).toBe('order');
    expect(validateMultiRequest(1, 2, 2).start).toBe('order');
  });

  it("rejects more than 3 days of several devices, with the server's error name", () => {
    expect(validateMultiRequest(2, 0, 3 * DAY).end).toBeNull();
    expect(validateMultiRequest(2, 0, 3 * DAY + 1).end).toBe('span-too-long-many');
  });

  it('rejects more than 31 days of one device', () => {
    expect(validateMultiRequest(1, 0, 3 * DAY + 1).end).toBeNull();
    expect(validateMultiRequest(1, 0, 31 * DAY).end).toBeNull();
    expect(validateMultiRequest(1, 0, 31 * DAY + 1).end).toBe('span-too-long');
  });
});
