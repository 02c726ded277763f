import type { NoticeType } from '../notices/notice-type.ts';
import type { TrackerMemory } from './tracker-state.ts';

/** Milliseconds for which a tracker has to move before its notice: one wrong fix must not make one. */
const MIN_RUNNING_MS = 30_000;
/** Milliseconds for which a tracker has to stand before its notice: longer than at a red light. */
const MIN_STOP_MS = 3 * 60_000;
/** A status that reaches us later than this is history, not news. */
const MAX_STATUS_AGE = 30 * 60_000;

export type StatusNotice = Extract<NoticeType, 'RUNNING' | 'STOP'>;

export const STATUS_NOTICES: readonly StatusNotice[] = ['RUNNING', 'STOP'];

export interface StatusStep {
  /** Left out where nobody wants these notices: once somebody does, they start with what changes from then on. */
  readonly memory: Pick<TrackerMemory, 'statusNotified'>;
  readonly notice: StatusNotice | null;
}

const NO_STATUS_MEMORY: StatusStep = { memory: {}, notice: null };

/**
 * The notice that a tracker moves or stands, if any, after one more place that is newer than those before. The state of the last
 * notice is kept, so RUNNING and STOP alternate, and what ends before its time makes none. The first place makes none either.
 *
 * @param after what the rule of movement makes of this place.
 * @param time of the place, epoch milliseconds.
 * @param wantedNotices the notices that somebody of the account wants.
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
