import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hideTaskTooltip, showTaskTooltip, useTaskTooltip } from './task-tooltip.ts';

const isVisible = () => useTaskTooltip.getState().visible;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  hideTaskTooltip();
  vi.useRealTimers();
});

test('shows the tooltip for 3 s after a task has started', () => {
  showTaskTooltip();
  vi.advanceTimersByTime(2_999);
  expect(isVisible()).toBe(true);
  vi.advanceTimersByTime(1);
  expect(isVisible()).toBe(false);
});

test('restarts the 3 s with each further task', () => {
  showTaskTooltip();
  vi.advanceTimersByTime(2_000);
  showTaskTooltip();
  vi.advanceTimersByTime(2_999);
  expect(isVisible()).toBe(true);
  vi.advanceTimersByTime(1);
  expect(isVisible()).toBe(false);
});

test('hides the tooltip at once when the box opens, and leaves no timer', () => {
  showTaskTooltip();
  hideTaskTooltip();
  expect(isVisible()).toBe(false);
  expect(vi.getTimerCount()).toBe(0);
});
