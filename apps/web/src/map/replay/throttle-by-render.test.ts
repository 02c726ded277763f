import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { MapView } from '../map-view.ts';
import { type RenderPace, throttleByRender } from './throttle-by-render.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A map that draws a frame in a time, and the times of the changes that are applied. */
function open(frameMs: number) {
  const listeners = new Set<() => void>();
  const view = {
    engine: {
      on(type: string, listener: () => void) {
        if (type === 'render') listeners.add(listener);
        return { unsubscribe: () => listeners.delete(listener) };
      },
      triggerRepaint: () =>
        setTimeout(() => {
          for (const listener of [...listeners]) listener();
        }, frameMs),
      getCanvas: () => ({ getContext: () => null }),
    },
  } as unknown as MapView;
  const changes: number[] = [];
  const start = performance.now();
  const schedule = throttleByRender(view, async () => {
    changes.push(performance.now() - start);
  });
  return { changes, schedule };
}

/** Requests a change every 20 ms. */
async function requestFor(ms: number, schedule: (pace: RenderPace) => void, pace: RenderPace): Promise<void> {
  for (let at = 0; at < ms; at += 20) {
    schedule(pace);
    await vi.advanceTimersByTimeAsync(20);
  }
}

test('pauses after a slow frame for twice its duration while something moves', async () => {
  const { changes, schedule } = open(100);
  await requestFor(1_000, schedule, 'steady');
  // At once, and then every 100 + 2 · 100 ms.
  expect(changes).toEqual([0, 300, 600, 900]);
});

test('waits while something is dragged, and follows when it rests', async () => {
  const { changes, schedule } = open(100);
  // A frame is expected to take 100 ms: less than twelve times that.
  await requestFor(600, schedule, 'dragged');
  expect(changes).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(changes).toHaveLength(1);
  // 400 ms after the last request at 580.
  expect(changes[0]).toBeGreaterThanOrEqual(980);
  expect(changes[0]).toBeLessThan(1_030);
});

test('follows something that is dragged for long after twelve times the duration of a frame', async () => {
  const { changes, schedule } = open(50);
  await requestFor(2_400, schedule, 'dragged');
  // After 12 · 100 ms, and then after 50 + 12 · 50 ms.
  expect(changes.map((time) => Math.floor(time / 100))).toEqual([12, 18]);
});

test('follows every step on a fast machine', async () => {
  const { changes, schedule } = open(5);
  schedule('steady');
  await vi.advanceTimersByTimeAsync(20);
  await requestFor(200, schedule, 'dragged');
  expect(changes).toHaveLength(11);
});
