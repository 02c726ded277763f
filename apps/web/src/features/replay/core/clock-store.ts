import { advanceClock, createReplayClock, type ReplayClock } from '@wakeline/domain/replay/replay-clock';
import { useSyncExternalStore } from 'react';

/** The replay clock outside React; components subscribe to the value they display. */
export interface ClockStore {
  get(): ReplayClock;
  subscribe(listener: () => void): () => void;
  /** Applies a step such as `play` or `faster`. */
  change(step: (clock: ReplayClock) => ReplayClock): void;
  /** Minimum milliseconds between ticks; 0: every frame; infinity: no automatic ticks. */
  setTickInterval(milliseconds: number): void;
  /** Stops ticking permanently. */
  close(): void;
}

/** Maximum duration of a frame in real time, milliseconds, so that a page that was hidden does not jump. */
export const MAX_FRAME_MS = 250;

/** A clock that ticks at each frame while it plays. */
export function createClockStore(): ClockStore {
  let clock = createReplayClock(0, 0);
  let frame: number | null = null;
  let last = 0;
  let minInterval = 0;
  const listeners = new Set<() => void>();

  function set(next: ReplayClock): void {
    if (next === clock) return;
    clock = next;
    for (const listener of listeners) listener();
    if (clock.playing && frame === null) {
      last = performance.now();
      frame = requestAnimationFrame(tick);
    }
  }

  function tick(now: number): void {
    frame = null;
    if (now - last < minInterval) {
      frame = requestAnimationFrame(tick);
      return;
    }
    const elapsed = Math.min(MAX_FRAME_MS, Math.max(0, now - last));
    last = now;
    set(advanceClock(clock, elapsed));
    if (clock.playing && frame === null) frame = requestAnimationFrame(tick);
  }

  return {
    get: () => clock,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    change: (step) => set(step(clock)),
    setTickInterval(milliseconds) {
      minInterval = milliseconds;
    },
    close() {
      if (frame !== null) cancelAnimationFrame(frame);
      frame = null;
      clock = { ...clock, playing: false };
    },
  };
}

/** A value derived from the clock; renders again only when that value changes. */
export function useClock<T extends string | number | boolean | null>(
  store: ClockStore,
  select: (clock: ReplayClock) => T,
): T {
  return useSyncExternalStore(store.subscribe, () => select(store.get()));
}
