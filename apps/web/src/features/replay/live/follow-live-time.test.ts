import { increaseSpeed, seek, stop } from '@wakeline/domain/replay/replay-clock';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createClockStore } from '../core/clock-store.ts';
import { followLiveTime } from './follow-live-time.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const LENGTH = 600_000;

let frames: FrameRequestCallback[] = [];

beforeEach(() => {
  frames = [];
  vi.useFakeTimers({ now: NOW, toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
  vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frames.push(frame));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Advances the time, then renders a frame. */
function frame(ms: number): void {
  vi.advanceTimersByTime(ms);
  const due = frames;
  frames = [];
  for (const one of due) one(performance.now());
}

function live() {
  const clock = createClockStore();
  const onPaused = vi.fn();
  const end = followLiveTime(clock, () => Date.now(), LENGTH, onPaused);
  return { clock, onPaused, end };
}

test("follows the server's clock, also after the page was hidden for a minute", () => {
  const { clock, onPaused, end } = live();
  expect(clock.get()).toMatchObject({ time: NOW, start: NOW - LENGTH, playing: true, level: 1 });
  frame(250);
  expect(clock.get().time).toBe(NOW + 250);
  frame(60_000);
  expect(clock.get()).toMatchObject({ time: NOW + 60_250, start: NOW + 60_250 - LENGTH });
  expect(onPaused).not.toHaveBeenCalled();
  end();
});

test.each([
  ['paused', stop, { playing: false, time: NOW + 250 }],
  [
    'put to another time',
    (clock: Parameters<typeof seek>[0]) => seek(clock, NOW - 5_000),
    { time: NOW - 5_000 },
  ],
  ['made faster', increaseSpeed, { level: 2 }],
] as const)('becomes a replay at the current time when %s', (_name, step, expected) => {
  const { clock, onPaused } = live();
  frame(250);
  clock.change(step);
  expect(onPaused).toHaveBeenCalledOnce();
  expect(clock.get()).toMatchObject({ ...expected, end: NOW + 250 });
  frame(1_000);
  expect(clock.get().end).toBe(NOW + 250);
});

test('does not report its own end', () => {
  const { onPaused, end } = live();
  end();
  expect(onPaused).not.toHaveBeenCalled();
});
