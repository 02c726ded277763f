import { advanceClock, createReplayClock, type ReplayClock } from '@wakeline/domain/replay/replay-clock';
import { useSyncExternalStore } from 'react';

/** The one number of a replay, outside of React: who shows it subscribes to what it shows. */
export interface ClockStore {
  get(): ReplayClock;
  subscribe(listener: () => void): () => void;
  /** Applies a step such as `play` or `faster`. */
  change(step: (clock: ReplayClock) => ReplayClock): void;
  /** From now on ticks at most once in so many milliseconds; 0: at each frame; infinity: not by itself. */
  setTickInterval(milliseconds: number): void;
  /** Stops ticking for good. */
  close(): void;
}

/** Milliseconds of the viewer that one frame counts at most: a page that was hidden goes on where it was. */
export const MAX_FRAME_MS = 250;

/** A clock that ticks by itself at each frame while it plays. */
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

/** A value worked out from the clock; renders again only when that value changes. */
export function useClock<T extends string | number | boolean | null>(
  store: ClockStore,
  select: (clock: ReplayClock) => T,
): T {
  return useSyncExternalStore(store.subscribe, () => select(store.get()));
}
