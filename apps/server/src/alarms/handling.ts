import type { AlarmHandling } from '@wakeline/contract/entities/alarm';
import { type AlarmReason, type AlarmState, isAlarm } from '@wakeline/domain/notices/alarm-handling';
import type { NoticePayload } from '../db/schema.ts';

/** The columns of `alarm` that steps change. */
export interface HandlingColumns {
  readonly state: AlarmState;
  readonly owner_id: number | null;
  readonly owner: string;
  readonly reason: AlarmReason | null;
  readonly changed_at: Date;
}

/** An alarm that nobody has handled. */
export const OPEN_ALARM: AlarmHandling = {
  state: 'open',
  ownerId: null,
  owner: '',
  reason: null,
  changedAt: null,
};

export function toHandling(row: HandlingColumns): AlarmHandling {
  return {
    state: row.state,
    ownerId: row.owner_id,
    owner: row.owner,
    reason: row.reason,
    changedAt: row.changed_at.getTime(),
  };
}

/** The handling columns of a notice, whose alarm is joined: null without a row. */
export interface JoinedHandling {
  readonly alarm_state: AlarmState | null;
  readonly alarm_owner_id: number | null;
  readonly alarm_owner: string | null;
  readonly alarm_reason: AlarmReason | null;
  readonly alarm_changed_at: Date | null;
}

/** Of a notice that is as new as its number: what happened to its alarm follows in the log. */
export const NOT_HANDLED: JoinedHandling = {
  alarm_state: null,
  alarm_owner_id: null,
  alarm_owner: null,
  alarm_reason: null,
  alarm_changed_at: null,
};

/** The columns of `alarm` for `toNoticeHandling`, if it is joined to a notice. */
export const HANDLING_COLUMNS = [
  'alarm.state as alarm_state',
  'alarm.owner_id as alarm_owner_id',
  'alarm.owner as alarm_owner',
  'alarm.reason as alarm_reason',
  'alarm.changed_at as alarm_changed_at',
] as const;

/** The handling of a notice; null if it is not an alarm. */
export function toNoticeHandling(
  notice: Pick<NoticePayload, 'noticeType' | 'task'>,
  row: JoinedHandling,
): AlarmHandling | null {
  if (!isAlarm(notice)) return null;
  if (row.alarm_state === null || row.alarm_changed_at === null) return OPEN_ALARM;
  return toHandling({
    state: row.alarm_state,
    owner_id: row.alarm_owner_id,
    owner: row.alarm_owner ?? '',
    reason: row.alarm_reason,
    changed_at: row.alarm_changed_at,
  });
}
