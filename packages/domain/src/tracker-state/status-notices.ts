import type { NoticeType } from '../notices/notice-type.ts';
import type { TrackerMemory } from './tracker-state.ts';

/** Milliseconds of movement before its notice: a single wrong fix must not create one. */
const MIN_RUNNING_MS = 30_000;
/** Milliseconds of standstill before its notice: longer than at a red light. */
const MIN_STOP_MS = 3 * 60_000;
/** A status change that arrives later than this creates no notice. */
const MAX_STATUS_AGE = 30 * 60_000;

export type StatusNotice = Extract<NoticeType, 'RUNNING' | 'STOP'>;

export const STATUS_NOTICES: readonly StatusNotice[] = ['RUNNING', 'STOP'];

export interface StatusStep {
  /** Omitted if no user enabled these notices: they then start with the first change after they are enabled. */
  readonly memory: Pick<TrackerMemory, 'statusNotified'>;
  readonly notice: StatusNotice | null;
}

const NO_STATUS_MEMORY: StatusStep = { memory: {}, notice: null };

/**
 * Evaluates whether a tracker that moves or stands gets a notice, after a position newer than the previous ones. The last
 * notified status is stored, so RUNNING and STOP alternate, and a change that reverts too soon creates none. Neither does the
 * first position.
 *
 * @param after the movement after this position.
 * @param time of the position, epoch milliseconds.
 * @param wantedNotices the notices that some user of the account has enabled.
 */
export function evaluateStatus(
  before: TrackerMemory['statusNotified'],
  after: Pick<TrackerMemory, 'moving' | 'slowSince'>,
  time: number,
  receivedAt: number,
  wantedNotices: readonly StatusNotice[],
): StatusStep {
  if (wantedNotices.length === 0) return NO_STATUS_MEMORY;
  const { moving } = after;
  const last = before ?? { moving, since: null };
  if (moving === last.moving) return { memory: { statusNotified: { moving, since: null } }, notice: null };
  const since = last.since ?? (moving ? time : (after.slowSince ?? time));
  if (time - since < (moving ? MIN_RUNNING_MS : MIN_STOP_MS)) {
    return { memory: { statusNotified: { moving: last.moving, since } }, notice: null };
  }
  const notice = moving ? 'RUNNING' : 'STOP';
  const shouldNotify = wantedNotices.includes(notice) && receivedAt - time <= MAX_STATUS_AGE;
  return { memory: { statusNotified: { moving, since: null } }, notice: shouldNotify ? notice : null };
}
