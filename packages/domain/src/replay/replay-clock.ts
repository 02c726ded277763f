/**
 * Replay speed levels of the product specification: 1 to 65, initially 5, changed in steps of one. Each level doubles the rate.
 * Level 1 is real time, so level n is 2^(n-1) times as fast.
 */
export const REPLAY_LEVEL = { min: 1, initial: 5, max: 65 } as const;

/** A replay that takes less time is too fast to watch. */
const MIN_REPLAY_MS = 5_000;

export interface ReplayClock {
  /** Epoch milliseconds, between `start` and `end`. */
  readonly time: number;
  readonly start: number;
  readonly end: number;
  readonly playing: boolean;
  /** `REPLAY_LEVEL.min`..`maxLevel(start, end)`. */
  readonly level: number;
}

/** Milliseconds of the track per millisecond of real time. */
export function rateOf(level: number): number {
  return 2 ** (level - 1);
}

/** The highest useful level for a track: it plays the full time span in 5 to 10 seconds. */
export function maxLevel(start: number, end: number): number {
  const useful = Math.floor(Math.log2(Math.max(1, (end - start) / MIN_REPLAY_MS))) + 1;
  return Math.min(REPLAY_LEVEL.max, Math.max(REPLAY_LEVEL.initial, useful));
}

export function createReplayClock(start: number, end: number): ReplayClock {
  return { time: start, start, end, playing: false, level: REPLAY_LEVEL.initial };
}

/** The clock after `elapsed` milliseconds of real time. It stops at the end. */
export function advanceClock(clock: ReplayClock, elapsed: number): ReplayClock {
  if (!clock.playing) return clock;
  const time = clock.time + elapsed * rateOf(clock.level);
  return time >= clock.end ? { ...clock, time: clock.end, playing: false } : { ...clock, time };
}

/** Plays, from the start if the clock is at the end. */
export function play(clock: ReplayClock): ReplayClock {
  return { ...clock, playing: true, time: clock.time >= clock.end ? clock.start : clock.time };
}

export function stop(clock: ReplayClock): ReplayClock {
  return { ...clock, playing: false };
}

export function replayFromStart(clock: ReplayClock): ReplayClock {
  return { ...clock, playing: true, time: clock.start };
}

export function seek(clock: ReplayClock, time: number): ReplayClock {
  return { ...clock, time: Math.min(clock.end, Math.max(clock.start, time)) };
}

export function increaseSpeed(clock: ReplayClock): ReplayClock {
  return { ...clock, level: Math.min(maxLevel(clock.start, clock.end), clock.level + 1) };
}

export function decreaseSpeed(clock: ReplayClock): ReplayClock {
  return { ...clock, level: Math.max(REPLAY_LEVEL.min, clock.level - 1) };
}
