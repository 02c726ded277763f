import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hideTaskTooltip, showTaskTooltip, useTaskTooltip } from './task-tooltip.ts';

const isVisible = () => useTaskTooltip.getState().visible;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  hideTaskTooltip();
  vi.useRealTimers();
});

test('stands for 3 s from the start of a task', () => {
  showTaskTooltip();
  vi.advanceTimersByTime(2_999);
  expect(isVisible()).toBe(true);
  vi.advanceTimersByTime(1);
  expect(isVisible()).toBe(false);
});

test('stands for 3 s from the last of several starts', () => {
  showTaskTooltip();
  vi.advanceTimersByTime(2_000);
  showTaskTooltip();
  vi.advanceTimersByTime(2_999);
  expect(isVisible()).toBe(true);
  vi.advanceTimersByTime(1);
  expect(isVisible()).toBe(false);
});

test('goes at once when the box is opened, and leaves no timer', () => {
  showTaskTooltip();
  hideTaskTooltip();
  expect(isVisible()).toBe(false);
  expect(vi.getTimerCount()).toBe(0);
});
