import { REPLAY_LEVEL, type ReplayClock } from '@wakeline/domain/replay/replay-clock';
import type { ClockStore } from '../core/clock-store.ts';

/** The clock is set this often, milliseconds: between the fixes of the present nothing moves but the digits. */
const TICK_MS = 250;
/** The clock's end is so much ahead of now that it never comes to it, milliseconds. */
const AHEAD_MS = 1_000;

/**
 * Keeps a replay's clock at the present of the server, with the last `length` milliseconds behind it, until somebody pauses it,
 * changes its speed or moves its time: then it is a replay again, and stands where it was put.
 *
 * @returns ends that, without a word.
 */
export function followLiveTime(
  clock: ClockStore,
  now: () => number,
  length: number,
  onLeft: () => void,
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
    onLeft();
  });

  function stop(): void {
    clearTimeout(timer);
    unsubscribe();
    clock.setTickInterval(0);
    // The present has been left: there is nothing ahead of it.
    clock.change((before) => ({
      ...before,
      end: liveTime,
      time: Math.min(before.time, liveTime),
    }));
  }

  // It is set from here alone: what moves it besides is a hand.
  clock.setTickInterval(Number.POSITIVE_INFINITY);
  update();
  return stop;
}
