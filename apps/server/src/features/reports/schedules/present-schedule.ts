import type { Language } from '@wakeline/contract/entities/user-config';
import { NamedError } from '@wakeline/contract/errors';
import type { ReportRun, ReportSchedule, ReportScheduleForm } from '@wakeline/contract/reports/schedules';
import { addressState, type RecipientRow } from '../../../delivery/recipients.ts';
import { errorMessageOf } from '../../../http/envelope.ts';
import type { Caller } from '../../../identity/caller.ts';
import type { MissingObjects } from './missing-objects.ts';
import type { RunRow } from './run-rows.ts';
import type { ScheduleRecipient, ScheduleRow } from './schedule-rows.ts';
import { nextRunOf } from './schedule-times.ts';
import { canEditSchedule, canRemoveSchedule, canSwitchSchedule } from './schedules.policy.ts';

/** What belongs to a schedule besides its row. */
export interface ScheduleDetails {
  readonly recipients: readonly ScheduleRecipient[];
  /** The recipients of the account by id. */
  readonly addresses: ReadonlyMap<number, RecipientRow>;
  readonly lastRun: ReportRun | null;
  readonly missing: MissingObjects;
  /** Epoch milliseconds. */
  readonly now: number;
}

export function presentSchedule(row: ScheduleRow, caller: Caller, details: ScheduleDetails): ReportSchedule {
  const { recipients, addresses, lastRun, missing, now } = details;
  const owned = { accountId: row.account_id, userId: row.user_id };
  return {
    scheduleId: row.schedule_id,
    scheduleName: row.name,
    content: row.content,
    period: row.period,
    times: formTimesOf(row),
    formats: row.formats,
    enabled: row.enabled,
    users: recipients.flatMap(({ user_id: userId, login }) =>
      userId === null ? [] : [{ userId, account: login ?? '' }],
    ),
    addresses: recipients.flatMap(({ recipient_id: recipientId, language }) => {
      const recipient = recipientId === null ? undefined : addresses.get(recipientId);
      const state = recipient === undefined ? null : addressState(recipient, 'email');
      // A recipient can lose their address.
      if (recipient?.email == null || state === null) return [];
      return [{ address: recipient.email, language: language ?? recipient.language, state }];
    }),
    owner: row.login,
    pauseReason: row.pause_reason,
    missing,
    nextTime: nextTimeOf(row, caller.timeZone, now),
    lastRun,
    abilities: {
      edit: canEditSchedule(caller, owned),
      switch: canSwitchSchedule(caller, owned, !row.enabled || row.pause_reason !== null),
      remove: canRemoveSchedule(caller, owned),
    },
  };
}

/** The times of a row as the form of the contract, whose union follows from `repeat`. */
export function formTimesOf({ repeat, day, minute }: ScheduleRow): ReportScheduleForm['times'] {
  if (repeat === 'daily') return { repeat, day: null, minute };
  return { repeat, day: day ?? 1, minute };
}

/** The stored time is of the former time zone until the server has computed it again. */
function nextTimeOf(row: ScheduleRow, timeZone: string, now: number): number | null {
  if (row.next_at === null) return null;
  return row.time_zone === timeZone ? row.next_at.getTime() : nextRunOf(row, timeZone, now);
}

/** The state of a run: its own when it has ended, otherwise that of its task. */
export function stateOfRun({ state, task_state: taskState }: RunRow): ReportRun['state'] {
  if (state !== null) return state;
  if (taskState === 'cancelling' || taskState === 'cancelled') return 'cancelled';
  // A task that has ended without ending its run was deleted with its server, or could not be undone.
  return taskState === 'waiting' || taskState === 'running' ? taskState : 'failed';
}

export function presentRun(row: RunRow, language: Language, mails: ReportRun['mails']): ReportRun {
  const state = stateOfRun(row);
  const failure = row.failure ?? (row.task_failure as RunRow['failure']);
  return {
    runId: row.run_id,
    dueTime: row.due_at.getTime(),
    isManual: row.manual,
    startDay: row.start_day,
    endDay: row.end_day,
    state,
    progress: state === 'done' ? 100 : (row.progress ?? 0),
    rows: row.rows,
    reason: failure === null ? null : errorMessageOf(new NamedError(failure), language),
    endTime: row.finished_at?.getTime() ?? null,
    mails,
  };
}
