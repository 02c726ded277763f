import { describe, expect, it } from 'vitest';
import { validateTrackRequest } from './validate-track-request.ts';

const DAY = 86_400_000;

describe('validateTrackRequest', () => {
  it('rejects a missing device', () => {
    expect(validateTrackRequest(null, { start: 1, end: 2 }).device).toBe('deviceEmpty');
  });

  it('rejects a missing time', () => {
    expect(validateTrackRequest(7, null).window).toBe('windowEmpty');
  });

  it('rejects a start that is not before the end', () => {
    expect(validateTrackRequest(7, { start: 2, end: 2 }).window).toBe('order');
    expect(validateTrackRequest(7, { start: 3, end: 2 }).window).toBe('order');
  });

  it('rejects more than 31 days', () => {
    expect(validateTrackRequest(7, { start: 0, end: 31 * DAY })).toEqual({ device: null, window: null });
    expect(validateTrackRequest(7, { start: 0, end: 31 * DAY + 1 }).window).toBe('tooLong');
  });
});
