import { type ReplayClock, SPEED } from '@wakeline/domain/replay-clock';
import type { ClockStore } from '../replay/clock-store.ts';

/** The clock's end is so much ahead of now that it never comes to it, milliseconds. */
const AHEAD_MS = 1_000;
/** A frame moves the time by less than this; what moves it by more is a hand. Milliseconds. */
const JUMP_MS = 400;

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
  let frame = 0;
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
    frame = requestAnimationFrame(drive);
  }

  const unsubscribe = clock.subscribe(() => {
    if (driving) return;
    const { playing, level, time } = clock.get();
    if (playing && level === SPEED.min && Math.abs(time - driven) < JUMP_MS) return;
    stop();
    onLeft();
  });

  function stop(): void {
    cancelAnimationFrame(frame);
    unsubscribe();
    // The present has been left: there is nothing ahead of it.
    clock.change((before) => ({
      ...before,
      end: driven,
      time: Math.min(before.time, driven),
    }));
  }

  drive();
  return stop;
}
