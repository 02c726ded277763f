import { describe, expect, it } from 'vitest';
import { validateTrackRequest } from './validate-track-request.ts';

const DAY = 86_400_000;

describe('a replay is refused', () => {
  it('without a device', () => {
    expect(validateTrackRequest(null, { start: 1, end: 2 }).device).toBe('deviceEmpty');
  });

  it('without a time', () => {
    expect(validateTrackRequest(7, null).window).toBe('windowEmpty');
  });

  it('when the start is not before the end', () => {
    expect(validateTrackRequest(7, { start: 2, end: 2 }).window).toBe('order');
    expect(validateTrackRequest(7, { start: 3, end: 2 }).window).toBe('order');
  });

  it('over more than 31 days, and not over 31', () => {
    expect(validateTrackRequest(7, { start: 0, end: 31 * DAY })).toEqual({ device: null, window: null });
    expect(validateTrackRequest(7, { start: 0, end: 31 * DAY + 1 }).window).toBe('tooLong');
  });
});
