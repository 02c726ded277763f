import type { WatchTask } from '@wakeline/contract/aviation/watch-tasks';
import { LIMITS } from '@wakeline/contract/limits';

const DAY_MS = 86_400_000;

/** What a replay of a task needs. */
export type ReplayedTask = Pick<WatchTask, 'trackerIds' | 'createTime' | 'executeFrom' | 'executeTo'>;

/**
 * The query of a replay of a task: its devices in its execution time, or in the last 24 hours; as far as a replay reaches.
 *
 * @param now epoch milliseconds
 * @returns null: it has no device, or has not begun
 */
export function taskReplayQuery(
  { trackerIds, createTime, executeFrom, executeTo }: ReplayedTask,
  now: number,
): string | null {
  const end = Math.min(now, executeTo ?? now);
  const days = trackerIds.length === 1 ? LIMITS.replayDays : LIMITS.manyReplayDays;
  const from = executeFrom ?? Math.max(createTime, end - DAY_MS);
  const start = Math.max(from, end - days * DAY_MS);
  if (trackerIds.length === 0 || start >= end) return null;
  return `?${new URLSearchParams({
    trackerId: trackerIds.slice(0, LIMITS.replayTrackers).join(','),
    start: String(start),
    end: String(end),
  })}`;
}
