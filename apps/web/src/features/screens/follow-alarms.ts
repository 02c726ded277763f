import { alarmLevelOf } from '@wakeline/domain/notices/alarm-level';
import type { NoticeType } from '@wakeline/domain/notices/notice-type';

/** Milliseconds for which a map shows an alarm, and then at least the fleet. */
export const FOLLOW_MS = 12_000;

export interface FollowedAlarm {
  readonly messageId: number;
  readonly trackerId: number;
  readonly msgType: NoticeType;
}

export interface Following {
  /** The newest alarm so far; null: nothing has loaded. */
  readonly newest: number | null;
  /** The alarm on the map, and since when; null: the fleet. */
  readonly alarm: FollowedAlarm | null;
  /** Epoch milliseconds; 0: nothing was followed yet. */
  readonly since: number;
}

export const NOT_FOLLOWING: Following = { newest: null, alarm: null, since: 0 };

const isUrgent = (alarm: FollowedAlarm | null) => alarm !== null && alarmLevelOf(alarm.msgType) === 'urgent';

/**
 * What a map shows when alarms have loaded: a new one, urgent ones first. Alarms that exist when the map opens are not new. An
 * alarm is not interrupted, and the fleet is shown between two alarms, except by a call for help.
 *
 * @param alarms the newest ones, newest first
 */
export function followNewAlarm(current: Following, alarms: readonly FollowedAlarm[], now: number): Following {
  const newest = Math.max(current.newest ?? 0, ...alarms.map(({ messageId }) => messageId));
  if (current.newest === null) return { ...current, newest };
  const added = alarms.filter(({ messageId }) => messageId > (current.newest ?? 0));
  const next = added.find(isUrgent) ?? added[0];
  const isFree = current.since === 0 || now - current.since >= 2 * FOLLOW_MS;
  if (next === undefined || !(isFree || isUrgent(next))) return { ...current, newest };
  return { newest, alarm: next, since: now };
}

/** Back to the fleet. */
export function endFollowing(current: Following): Following {
  return { ...current, alarm: null };
}
