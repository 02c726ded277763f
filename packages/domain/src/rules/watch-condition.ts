import type { TaskHold } from './watch-task.ts';

/** An observation: beyond the limit, clearly within it, or within it by less than the hysteresis. */
export type Reading = 'beyond' | 'between' | 'clear';

/** An episode beyond the limit of a condition of a task. */
export interface WatchMemory {
  /** Epoch milliseconds of its first observation. */
  readonly since: number;
  /** Observations beyond the limit in sequence, counted until the first notice. */
  readonly fixes: number;
  /** Epoch milliseconds of its last notice; 0: none yet. */
  readonly notifiedAt: number;
  /** Observations clearly within the limit in sequence. */
  readonly clear: number;
}

export interface WatchStep {
  /** Undefined: no episode. */
  readonly memory: WatchMemory | undefined;
  /** It is to be notified now, for the first time or again. */
  readonly isDue: boolean;
}

/** Observations in sequence that end an episode: one of them can be wrong. */
const CLEAR_FIXES = 2;
const NO_EPISODE: WatchStep = { memory: undefined, isDue: false };

/**
 * Updates a condition with an observation.
 *
 * @param time epoch milliseconds by the device clock
 * @param repeatMs 0: one notice per episode
 * @param acknowledgedAt time of the newest notice that somebody acknowledged: its episode is not notified again
 */
export function updateWatch(
  before: WatchMemory | undefined,
  reading: Reading,
  time: number,
  {
    hold,
    repeatMs,
    acknowledgedAt,
  }: { readonly hold: TaskHold; readonly repeatMs: number; readonly acknowledgedAt: number | undefined },
): WatchStep {
  if (before === undefined || before.notifiedAt === 0) {
    if (reading !== 'beyond') return NO_EPISODE;
    const since = before?.since ?? time;
    const fixes = (before?.fixes ?? 0) + 1;
    const isDue = fixes >= hold.fixes || time - since >= hold.seconds * 1_000;
    return { memory: { since, fixes, notifiedAt: isDue ? time : 0, clear: 0 }, isDue };
  }
  if (reading === 'clear') {
    const clear = before.clear + 1;
    return clear >= CLEAR_FIXES ? NO_EPISODE : { memory: { ...before, clear }, isDue: false };
  }
  const isAcknowledged = acknowledgedAt !== undefined && acknowledgedAt >= before.since;
  const isDue =
    reading === 'beyond' && repeatMs > 0 && time - before.notifiedAt >= repeatMs && !isAcknowledged;
  const isSame = !isDue && before.clear === 0;
  return { memory: isSame ? before : { ...before, clear: 0, ...(isDue && { notifiedAt: time }) }, isDue };
}
