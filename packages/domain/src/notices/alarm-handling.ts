import type { LineDeviation } from '../aviation/line-watch.ts';
import type { Reporting } from '../tracker-state/tracker-state.ts';
import type { NoticeType } from './notice-type.ts';

/**
 * The notice types that are alarms: something may be wrong, so a person looks after it and says how it ended. The
 * others report what devices do in normal operation (RUNNING, STOP, RISE, STAY, IDLING), what their users send (CLOCK, SAFE, VOICE,
 * BDNOTICE) or what an administrator has to do (EXPIRING).
 */
export const HANDLED_TYPES = [
  'SOS',
  'EMERGENCY',
  'VIBRATION',
  'IN',
  'OUT',
  'OUTAGE',
  'TEARDOWN',
  'LOWPOWER',
  'OVERSPEED',
  'OFFLINE',
  'YAW',
  'SHIFT',
  'NODATA',
  'OVERDUE',
] as const satisfies readonly NoticeType[];

const HANDLED: ReadonlySet<NoticeType> = new Set(HANDLED_TYPES);

/** What of a notice decides whether it is an alarm. */
export interface AlarmNotice {
  readonly noticeType: NoticeType;
  readonly task?: {
    readonly deviation?: { readonly kind: LineDeviation['kind'] };
    readonly reporting?: { readonly kind: Reporting['kind'] };
  };
}

/**
 * Whether a notice is an alarm, which has a handling state: by its type, or because a task made it. That a device is back on its
 * line, or reports again, is none.
 */
export function isAlarm({ noticeType, task }: AlarmNotice): boolean {
  return task === undefined ? HANDLED.has(noticeType) : (task.deviation ?? task.reporting)?.kind !== 'back';
}

/** `open`: nobody handles it; `acknowledged`: its owner handles it; `resolved`: it is done. */
export const ALARM_STATES = ['open', 'acknowledged', 'resolved'] as const;
export type AlarmState = (typeof ALARM_STATES)[number];

/** What people do with an alarm. */
export const ALARM_STEPS = ['acknowledge', 'takeOver', 'comment', 'resolve', 'reopen'] as const;
export type AlarmStep = (typeof ALARM_STEPS)[number];

/** Why an alarm is done, as a person says. */
export const RESOLUTIONS = ['handled', 'falseAlarm', 'test', 'duplicate', 'other'] as const;
/**
 * `sosCleared`: the SOS of the device was cleared, which resolves its notice; `reportsAgain`: a silent aircraft sent a position,
 * which resolves an alarm that nobody has acknowledged.
 */
export const ALARM_REASONS = [...RESOLUTIONS, 'sosCleared', 'reportsAgain'] as const;
export type AlarmReason = (typeof ALARM_REASONS)[number];

/** State of an alarm, and the user who handles it or has resolved it; null: nobody, a deleted user or the device. */
export interface AlarmStanding {
  readonly state: AlarmState;
  readonly ownerId: number | null;
}

export interface AlarmRequest {
  readonly step: Exclude<AlarmStep, 'takeOver'>;
  /** Null: the device itself. */
  readonly userId: number | null;
  /** Takes the alarm from another owner. */
  readonly takeOver: boolean;
}

/** Why a step is refused: another user, or the caller, handles the alarm; it is resolved; it is not resolved. */
export type AlarmRefusal = 'alarm-acknowledged' | 'alarm-resolved' | 'alarm-not-resolved';

/** The standing after a step, and the step as the history names it; or why it is refused. */
export type AlarmOutcome =
  | { readonly refusal: null; readonly step: AlarmStep; readonly standing: AlarmStanding }
  | { readonly refusal: AlarmRefusal };

/**
 * What a step makes of an alarm. An acknowledged alarm belongs to its owner: others cannot acknowledge or resolve it
 * unless they take it over. Comments never change the state.
 */
export function applyAlarmStep(current: AlarmStanding, request: AlarmRequest): AlarmOutcome {
  const { step, userId, takeOver } = request;
  const accept = (state: AlarmState, ownerId: number | null, recorded: AlarmStep = step): AlarmOutcome => ({
    refusal: null,
    step: recorded,
    standing: { state, ownerId },
  });
  const isResolved = current.state === 'resolved';
  const isOwned = current.state === 'acknowledged';
  const isForeign = isOwned && current.ownerId !== userId;
  switch (step) {
    case 'comment':
      return accept(current.state, current.ownerId);
    case 'reopen':
      return isResolved ? accept('open', null) : { refusal: 'alarm-not-resolved' };
    case 'resolve':
      if (isResolved) return { refusal: 'alarm-resolved' };
      return isForeign && !takeOver ? { refusal: 'alarm-acknowledged' } : accept('resolved', userId);
    case 'acknowledge':
      if (isResolved) return { refusal: 'alarm-resolved' };
      if (isOwned && !(isForeign && takeOver)) return { refusal: 'alarm-acknowledged' };
      return accept('acknowledged', userId, isForeign ? 'takeOver' : 'acknowledge');
  }
}
