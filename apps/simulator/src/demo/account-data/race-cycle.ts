import { CYCLE_SECONDS, START_DELAY } from '../scenes/race.ts';

const CYCLE_MS = CYCLE_SECONDS * 1_000;

/** The times of a race: epoch milliseconds. */
export interface RaceTimes {
  /** The starting gun of the long course. */
  readonly startTime: number;
  /** That of the short one. */
  readonly shortStartTime: number;
  readonly endTime: number;
}

/** The race that runs at a time: it starts again with each cycle of the runners. @param now epoch milliseconds */
export function raceTimesAt(now: number): RaceTimes {
  const cycle = Math.floor((now - START_DELAY * 1_000) / CYCLE_MS) * CYCLE_MS;
  const startTime = cycle + START_DELAY * 1_000;
  return { startTime, shortStartTime: startTime + CYCLE_MS / 2, endTime: startTime + CYCLE_MS };
}
