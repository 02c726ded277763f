import type { AlarmHandling } from '@wakeline/contract/entities/alarm';
import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { EVENT_NUMBERS, type EventKey } from '@wakeline/domain/events/tracker-event';
import {
  type AlarmReason,
  type AlarmRequest,
  type AlarmStep,
  applyAlarmStep,
} from '@wakeline/domain/notices/alarm-handling';
import type { NoticeType } from '@wakeline/domain/notices/notice-type';
import { appendEntries } from '../db/account-log.ts';
import type { Tx } from '../db/database.ts';
import { type HandlingColumns, toHandling } from './handling.ts';

/** What the history keeps of a notice that is an alarm. */
export interface AlarmSubject {
  readonly accountId: number;
  /** Number of the notice in the account's log. */
  readonly messageId: number;
  readonly trackerId: number | null;
  readonly noticeType: NoticeType;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly latitude: number | null;
  readonly longitude: number | null;
  /** The event of the tracker; null: none is stored. */
  readonly event: EventKey | null;
}

export interface AlarmActor {
  /** Null: the device itself. */
  readonly userId: number | null;
  /** Of the device: its number. */
  readonly login: string;
}

export interface StepToTake extends Omit<AlarmRequest, 'userId'> {
  readonly reason: AlarmReason | null;
  readonly comment: string;
}

export interface StepTaken {
  readonly before: AlarmHandling;
  readonly after: AlarmHandling;
}

/**
 * Takes one step with an alarm: adds it to the history, changes the state, and appends an entry to the account log, which
 * brings it to the open consoles. The row of the alarm is locked, so that of two concurrent steps the second one meets the
 * state after the first.
 *
 * @throws NamedError `alarm-acknowledged` and `alarm-resolved` (with `owner`), `alarm-not-resolved`, `alarm-steps-limit`
 */
export async function takeAlarmStep(
  tx: Tx,
  subject: AlarmSubject,
  actor: AlarmActor,
  { step, takeOver, reason, comment }: StepToTake,
  now: number,
): Promise<StepTaken> {
  const row = await lockAlarm(tx, subject, now);
  const before = toHandling(row);
  const outcome = applyAlarmStep(
    { state: row.state, ownerId: row.owner_id },
    { step, takeOver, userId: actor.userId },
  );
  if (outcome.refusal !== null) throw new NamedError(outcome.refusal, { owner: row.owner });
  // An alarm can be resolved in any case; it is then at its end unless it is reopened.
  if (step !== 'resolve') await requireStepLeft(tx, subject);
  await insertStep(tx, subject, actor, { step: outcome.step, reason, comment, now });
  const { state, ownerId } = outcome.standing;
  const after: HandlingColumns =
    step === 'comment'
      ? row
      : {
          state,
          owner_id: ownerId,
          owner: state === 'open' ? '' : actor.login,
          reason,
          changed_at: new Date(now),
        };
  const handling = toHandling(after);
  if (step !== 'comment') await updateAlarm(tx, subject, after);
  await publish(tx, subject, handling, now);
  return { before, after: handling };
}

async function lockAlarm(tx: Tx, subject: AlarmSubject, now: number) {
  const { accountId, messageId } = subject;
  await tx
    .insertInto('alarm')
    .values({
      account_id: accountId,
      seq: messageId,
      tracker_id: subject.trackerId,
      notice_type: subject.noticeType,
      notice_at: new Date(subject.createdAt),
      latitude: subject.latitude,
      longitude: subject.longitude,
      event_time: subject.event === null ? null : Math.trunc(subject.event.time),
      event_kind: subject.event === null ? null : EVENT_NUMBERS[subject.event.kind],
      event_ref: subject.event?.ref ?? null,
      state: 'open',
      changed_at: new Date(now),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  // A separate statement: it sees what a transaction has committed for which the insertion waited.
  return tx
    .selectFrom('alarm')
    .where('account_id', '=', accountId)
    .where('seq', '=', messageId)
    .select(['state', 'owner_id', 'owner', 'reason', 'changed_at'])
    .forUpdate()
    .executeTakeFirstOrThrow();
}

async function requireStepLeft(tx: Tx, { accountId, messageId }: AlarmSubject): Promise<void> {
  const { count } = await tx
    .selectFrom('alarm_step')
    .where('account_id', '=', accountId)
    .where('seq', '=', messageId)
    .select((query) => query.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (Number(count) >= LIMITS.alarmSteps) {
    throw new NamedError('alarm-steps-limit', { limit: LIMITS.alarmSteps });
  }
}

async function insertStep(
  tx: Tx,
  { accountId, messageId }: AlarmSubject,
  { userId, login }: AlarmActor,
  step: {
    readonly step: AlarmStep;
    readonly reason: AlarmReason | null;
    readonly comment: string;
    readonly now: number;
  },
): Promise<void> {
  await tx
    .insertInto('alarm_step')
    .values({
      account_id: accountId,
      seq: messageId,
      at: new Date(step.now),
      user_id: userId,
      login,
      step: step.step,
      reason: step.reason,
      comment: step.comment,
    })
    .execute();
}

async function updateAlarm(
  tx: Tx,
  { accountId, messageId }: AlarmSubject,
  columns: HandlingColumns,
): Promise<void> {
  await tx
    .updateTable('alarm')
    .set(columns)
    .where('account_id', '=', accountId)
    .where('seq', '=', messageId)
    .execute();
}

async function publish(
  tx: Tx,
  { accountId, messageId, trackerId }: AlarmSubject,
  handling: AlarmHandling,
  now: number,
): Promise<void> {
  const { state, ownerId, owner, reason, changedAt } = handling;
  const payload = { messageId, state, ownerId, owner, reason, changedAt: changedAt ?? now };
  await appendEntries(tx, [{ accountId, trackerId, kind: 'alarm', payload }], now);
}
