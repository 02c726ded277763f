import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hideTaskTip, showTaskTip, useTaskTip } from './task-tip.ts';

const isShown = () => useTaskTip.getState().shown;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  hideTaskTip();
  vi.useRealTimers();
});

test('stands for 3 s from the start of a task', () => {
  showTaskTip();
  vi.advanceTimersByTime(2_999);
  expect(isShown()).toBe(true);
  vi.advanceTimersByTime(1);
  expect(isShown()).toBe(false);
});

test('stands for 3 s from the last of several starts', () => {
  showTaskTip();
  vi.advanceTimersByTime(2_000);
  showTaskTip();
  vi.advanceTimersByTime(2_999);
  expect(isShown()).toBe(true);
  vi.advanceTimersByTime(1);
  expect(isShown()).toBe(false);
});

test('goes at once when the box is opened, and leaves no timer', () => {
  showTaskTip();
  hideTaskTip();
  expect(isShown()).toBe(false);
  expect(vi.getTimerCount()).toBe(0);
});
