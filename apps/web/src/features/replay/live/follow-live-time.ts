import { REPLAY_LEVEL, type ReplayClock } from '@wakeline/domain/replay/replay-clock';
import type { ClockStore } from '../core/clock-store.ts';

/** Interval of clock updates, milliseconds: between live fixes only the displayed digits change. */
const TICK_MS = 250;
/** The end of the clock is this far ahead of now, so that it is never reached, milliseconds. */
const AHEAD_MS = 1_000;

/**
 * Keeps a replay clock at the server's current time, with the last `length` milliseconds before it. When the user
 * pauses, changes the speed or seeks, it becomes a replay at that time.
 *
 * @returns a function that stops it without calling `onPaused`
 */
export function followLiveTime(
  clock: ClockStore,
  now: () => number,
  length: number,
  onPaused: () => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isUpdating = false;
  let liveTime = now();

  function toLive(before: ReplayClock): ReplayClock {
    liveTime = now();
    return {
      ...before,
      start: liveTime - length,
      end: liveTime + AHEAD_MS,
      time: liveTime,
      playing: true,
      level: REPLAY_LEVEL.min,
    };
  }

  function update(): void {
    isUpdating = true;
    clock.change(toLive);
    isUpdating = false;
    timer = setTimeout(update, TICK_MS);
  }

  const unsubscribe = clock.subscribe(() => {
    if (isUpdating) return;
    const { playing, level, time } = clock.get();
    if (playing && level === REPLAY_LEVEL.min && time === liveTime) return;
    stop();
    onPaused();
  });

  function stop(): void {
    clearTimeout(timer);
    unsubscribe();
    clock.setTickInterval(0);
    // Live mode has ended: there is nothing ahead of it.
    clock.change((before) => ({
      ...before,
      end: liveTime,
      time: Math.min(before.time, liveTime),
    }));
  }

  // Only this function updates the clock: any other change comes from the user.
  clock.setTickInterval(Number.POSITIVE_INFINITY);
  update();
  return stop;
}
