import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';

const DAY = 86_400_000;

/** Epoch milliseconds. */
interface TimeWindow {
  readonly startTime: number;
  readonly endTime: number;
}

/**
 * Checks the window of a replay of one device, both ends included.
 *
 * @throws NamedError `time-order` when the start is not before the end, `span-too-long` above 31 days.
 */
export function checkWindow({ startTime, endTime }: TimeWindow): void {
  if (startTime >= endTime) throw new NamedError('time-order');
  if (endTime - startTime > LIMITS.replayDays * DAY)
    throw new NamedError('span-too-long', { days: LIMITS.replayDays });
}

/**
 * Checks the window of a replay of several devices, each counted once.
 *
 * @throws NamedError as `checkWindow`; `span-too-long-many` above 3 days of more than one.
 */
export function checkTrackersWindow(trackerIds: readonly number[], window: TimeWindow): void {
  checkWindow(window);
  if (new Set(trackerIds).size > 1 && window.endTime - window.startTime > LIMITS.manyReplayDays * DAY) {
    throw new NamedError('span-too-long-many', { days: LIMITS.manyReplayDays });
  }
}
