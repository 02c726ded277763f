import { faster, seek, stop } from '@wakeline/domain/replay-clock';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createClockStore } from '../replay/clock-store.ts';
import { driveClock } from './drive-clock.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const LENGTH = 600_000;

let frames: FrameRequestCallback[] = [];
let ms = 0;

beforeEach(() => {
  frames = [];
  ms = 0;
  vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frames.push(frame));
  vi.stubGlobal('cancelAnimationFrame', (id: number) => {
    frames[id - 1] = () => undefined;
  });
  vi.spyOn(performance, 'now').mockImplementation(() => ms);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** So many milliseconds later a frame is drawn. */
function frame(later: number): void {
  ms += later;
  const due = frames;
  frames = due.map(() => () => undefined);
  for (const one of due) one(ms);
}

function live() {
  const clock = createClockStore();
  const left = vi.fn();
  const end = driveClock(clock, () => NOW + ms, LENGTH, left);
  return { clock, left, end };
}

test('the clock is that of the server, also after the page was hidden for a minute', () => {
  const { clock, left } = live();
  expect(clock.get()).toMatchObject({ time: NOW, start: NOW - LENGTH, playing: true, level: 1 });
  frame(16);
  expect(clock.get().time).toBe(NOW + 16);
  frame(60_000);
  expect(clock.get()).toMatchObject({ time: NOW + 60_016, start: NOW + 60_016 - LENGTH });
  expect(left).not.toHaveBeenCalled();
});

test.each([
  ['paused', stop, { playing: false, time: NOW + 16 }],
  [
    'put to another time',
    (clock: Parameters<typeof seek>[0]) => seek(clock, NOW - 5_000),
    { time: NOW - 5_000 },
  ],
  ['made faster', faster, { level: 2 }],
] as const)('%s, it is a replay again and goes on from there', (_name, step, stands) => {
  const { clock, left } = live();
  frame(16);
  clock.change(step);
  expect(left).toHaveBeenCalledOnce();
  expect(clock.get()).toMatchObject({ ...stands, end: NOW + 16 });
  frame(100);
  expect(clock.get().end).toBe(NOW + 16);
});

test('who ends it is not told of it', () => {
  const { left, end } = live();
  end();
  expect(left).not.toHaveBeenCalled();
});
