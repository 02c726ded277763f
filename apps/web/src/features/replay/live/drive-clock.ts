import { type ReplayClock, SPEED } from '@wakeline/domain/replay/replay-clock';
import type { ClockStore } from '../core/clock-store.ts';

/** The clock is set this often, milliseconds: between the fixes of the present nothing moves but the digits. */
const PACE_MS = 250;
/** The clock's end is so much ahead of now that it never comes to it, milliseconds. */
const AHEAD_MS = 1_000;

/**
 * Keeps a replay's clock at the present of the server, with the last `length` milliseconds behind it, until somebody pauses it,
 * changes its speed or moves its time: then it is a replay again, and stands where it was put.
 *
 * @returns ends that, without a word.
 */
export function driveClock(
  clock: ClockStore,
  now: () => number,
  length: number,
  onLeft: () => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let driving = false;
  let driven = now();

  function atNow(before: ReplayClock): ReplayClock {
    driven = now();
    return {
      ...before,
      start: driven - length,
      end: driven + AHEAD_MS,
      time: driven,
      playing: true,
      level: SPEED.min,
    };
  }

  function drive(): void {
    driving = true;
    clock.change(atNow);
    driving = false;
    timer = setTimeout(drive, PACE_MS);
  }

  const unsubscribe = clock.subscribe(() => {
    if (driving) return;
    const { playing, level, time } = clock.get();
    if (playing && level === SPEED.min && time === driven) return;
    stop();
    onLeft();
  });

  function stop(): void {
    clearTimeout(timer);
    unsubscribe();
    clock.pace(0);
    // The present has been left: there is nothing ahead of it.
    clock.change((before) => ({
      ...before,
      end: driven,
      time: Math.min(before.time, driven),
    }));
  }

  // It is set from here alone: what moves it besides is a hand.
  clock.pace(Number.POSITIVE_INFINITY);
  drive();
  return stop;
}
