import { expect, test } from 'vitest';
import { eventWindow } from './event-window.ts';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 10, 20, 12);
/** Reports may be 10 minutes ahead. */
const LATEST = NOW + 600_000;

test('covers the last 31 days without a filter', () => {
  expect(eventWindow({ startTime: undefined, endTime: undefined }, NOW, 31)).toEqual({
    startTime: LATEST - 31 * DAY,
    endTime: LATEST,
  });
});

test('completes one bound by 31 days, but not beyond now', () => {
  const start = NOW - 40 * DAY;
  expect(eventWindow({ startTime: start, endTime: undefined }, NOW, 31)).toEqual({
    startTime: start,
    endTime: start + 31 * DAY,
  });
  expect(eventWindow({ startTime: NOW - DAY, endTime: undefined }, NOW, 31).endTime).toBe(LATEST);
  expect(eventWindow({ startTime: undefined, endTime: start }, NOW, 31).startTime).toBe(start - 31 * DAY);
});

test('keeps both bounds, also if the server will refuse their span', () => {
  const bounds = { startTime: NOW - 60 * DAY, endTime: NOW };
  expect(eventWindow(bounds, NOW, 31)).toEqual(bounds);
});
