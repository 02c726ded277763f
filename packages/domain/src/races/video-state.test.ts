import { expect, test } from 'vitest';
import { type VideoTimes, videoStateAt } from './video-state.ts';

const MINUTE = 60_000;
const start = Date.UTC(2026, 5, 7, 8);
const times = (more: Partial<VideoTimes>): VideoTimes => ({
  ...{ startedAt: start, seenAt: start + MINUTE, isPublishing: true, endedAt: null },
  ...more,
});

test('waits before the first stream', () => {
  const none = { startedAt: null, seenAt: null, isPublishing: false, endedAt: null };
  expect(videoStateAt(none, start)).toEqual({ state: 'waiting', since: null });
});

test('is live while the stream is received, and interrupted 30 s after the last note of it', () => {
  expect(videoStateAt(times({}), start + MINUTE + 30_000)).toEqual({ state: 'live', since: start });
  expect(videoStateAt(times({}), start + MINUTE + 30_001)).toEqual({
    state: 'interrupted',
    since: start + MINUTE,
  });
});

test('is interrupted without a publisher, and ends after five minutes', () => {
  const gone = times({ isPublishing: false });
  expect(videoStateAt(gone, start + MINUTE).state).toBe('interrupted');
  expect(videoStateAt(gone, start + 6 * MINUTE).state).toBe('interrupted');
  expect(videoStateAt(gone, start + 6 * MINUTE + 1)).toEqual({ state: 'ended', since: start + MINUTE });
});

test('is ended by the organiser at once', () => {
  const ended = times({ endedAt: start + 2 * MINUTE });
  expect(videoStateAt(ended, start + 2 * MINUTE)).toEqual({ state: 'ended', since: start + 2 * MINUTE });
});
