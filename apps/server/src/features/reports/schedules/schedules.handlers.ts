import type { Language } from '@wakeline/contract/entities/user-config';
import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { ReportScheduleForm } from '@wakeline/contract/reports/schedules';
import type { DeliveryChannel } from '@wakeline/domain/delivery/delivery';
import { type AuditEntry, difference, recordAudit } from '../../../audit/record.ts';
import type { Db, Tx } from '../../../db/database.ts';
import { lockAccount } from '../../../db/lock-account.ts';
import { sendEvent } from '../../../db/notify.ts';
import type { JsonFields } from '../../../db/schema.ts';
import { countReportMessages } from '../../../delivery/outbox.ts';
import { addressState, readRecipients, readUsers } from '../../../delivery/recipients.ts';
import type { Call } from '../../../http/call.ts';
import type { Handlers } from '../../../http/handler.ts';
import { transactionAs } from '../../../http/transaction-as.ts';
import type { Caller } from '../../../identity/caller.ts';
import type { TaskQueue } from '../../../tasks/task-queue.ts';
import { countMissing } from './missing-objects.ts';
import { formTimesOf, presentRun, presentSchedule } from './present-schedule.ts';
import { countManualRuns, hasOpenRun, type RunRow, readLastRuns, readRuns } from './run-rows.ts';
import { checkSchedule, chooseRecipients } from './save-schedule.ts';
import {
  lockSchedule,
  readSchedule,
  readScheduleRecipients,
  readSchedules,
  removeSchedule,
  replaceScheduleRecipients,
  requireScheduleQuota,
  type ScheduleRow,
  saveSchedule,
  switchSchedule,
} from './schedule-rows.ts';
import { nextRunOf } from './schedule-times.ts';
import {
  canChooseAddresses,
  canChooseUsers,
  canEditSchedule,
  canReadSchedule,
  canRemoveSchedule,
  canSwitchSchedule,
} from './schedules.policy.ts';
import { startRun } from './start-run.ts';

type ScheduleOperation =
  | 'queryReportSchedules'
  | 'saveReportSchedule'
  | 'switchReportSchedule'
  | 'deleteReportSchedule'
  | 'runReportSchedule'
  | 'queryReportRuns';

export interface ScheduleDependencies {
  readonly db: Db;
  readonly tasks: Pick<TaskQueue, 'add' | 'requireQuota'>;
  /** The configured channels. */
  readonly channels: ReadonlySet<DeliveryChannel>;
}

/** Reports that the server creates and sends at times which their owners chose. */
export function scheduleHandlers({
  db,
  tasks,
  channels,
}: ScheduleDependencies): Pick<Handlers, ScheduleOperation> {
  return {
    async queryReportSchedules(_payload, caller, { now }) {
      const all = await readSchedules(db, caller.accountId);
      const rows = all.filter((row) => canReadSchedule(caller, ownerOf(row)));
      const ids = rows.map((row) => row.schedule_id);
      const [recipients, lastRuns, contacts] = await Promise.all([
        readScheduleRecipients(db, ids),
        readLastRuns(db, ids),
        readRecipients(db, caller.accountId),
      ]);
      const missing = await countMissing(
        db,
        caller,
        rows.map(({ content }) => content.filter),
      );
      const runs = await presentRuns(lastRuns, caller.language);
      const list = rows.map((row, index) =>
        presentSchedule(row, caller, {
          now,
          recipients: recipients.filter((one) => one.schedule_id === row.schedule_id),
          addresses: new Map(contacts.map((contact) => [contact.recipient_id, contact])),
          lastRun: runs[lastRuns.findIndex((run) => run.schedule_id === row.schedule_id)] ?? null,
          missing: missing[index] ?? { groups: 0, devices: 0 },
        }),
      );
      const self = { userId: caller.userId, account: caller.login };
      const users = canChooseUsers(caller) ? await readUsers(db, caller.accountId) : [self];
      return {
        list,
        total: list.length,
        users: users.map((user) => ({
          ...user,
          hasEmail: contacts.some(
            (contact) => contact.user_id === user.userId && addressState(contact, 'email') === 'confirmed',
          ),
        })),
        abilities: { addAddresses: canChooseAddresses(caller) },
        hasEmail: channels.has('email'),
        timeZone: caller.timeZone,
      };
    },

    async saveReportSchedule({ scheduleId: id, schedule: form }, caller, call) {
      const { accountId, userId, login, timeZone } = caller;
      checkSchedule(caller, form);
      const scheduleId = await transactionAs(db, caller, call, async (tx) => {
        await lockAccount(tx, accountId);
        const before = id === undefined ? null : await lockOwn(tx, caller, id);
        if (before === null) await requireScheduleQuota(tx, caller);
        const recipients = await chooseRecipients(
          tx,
          { caller, channels, scheduleId: before?.schedule_id ?? null },
          form,
          call.now,
        );
        const former = before === null ? null : await auditDetailsOf(tx, before);
        const nextAt = form.enabled ? nextRunOf(form.times, timeZone, call.now) : null;
        const saved = { accountId, userId, login, form, timeZone, nextAt };
        const savedId = await saveSchedule(tx, before?.schedule_id ?? null, saved, call.now);
        await replaceScheduleRecipients(tx, savedId, recipients);
        const row = await lockSchedule(tx, accountId, savedId);
        const details = await auditDetailsOf(tx, row);
        await recordChange(tx, caller, call, {
          action: 'saveReportSchedule',
          target: form.scheduleName,
          ...(former === null ? { after: details } : difference(former, details)),
        });
        return savedId;
      });
      return { scheduleId };
    },

    async switchReportSchedule({ scheduleId, enabled }, caller, call) {
      await transactionAs(db, caller, call, async (tx) => {
        const row = await lockReadable(tx, caller, scheduleId);
        if (!canSwitchSchedule(caller, ownerOf(row), enabled)) throw new NamedError('not-allowed');
        const { timeZone } = caller;
        const nextAt = enabled ? nextRunOf(row, timeZone, call.now) : null;
        await switchSchedule(tx, scheduleId, { enabled, pauseReason: null, timeZone, nextAt });
        await recordChange(tx, caller, call, {
          action: 'switchReportSchedule',
          target: row.name,
          before: { enabled: row.enabled },
          after: { enabled },
        });
      });
      return {};
    },

    async deleteReportSchedule({ scheduleId }, caller, call) {
      await transactionAs(db, caller, call, async (tx) => {
        const row = await lockReadable(tx, caller, scheduleId);
        if (!canRemoveSchedule(caller, ownerOf(row))) throw new NamedError('not-allowed');
        const before = await auditDetailsOf(tx, row);
        await removeSchedule(tx, scheduleId);
        await recordChange(tx, caller, call, { action: 'deleteReportSchedule', target: row.name, before });
      });
      return {};
    },

    async runReportSchedule({ scheduleId }, caller, call) {
      const { accountId } = caller;
      const taskProgressId = await transactionAs(db, caller, call, async (tx) => {
        await lockAccount(tx, accountId);
        const row = await lockOwn(tx, caller, scheduleId);
        if (await hasOpenRun(tx, scheduleId)) throw new NamedError('report-run-open');
        if ((await countManualRuns(tx, accountId, call.now)) >= LIMITS.reportRunsPerHour)
          throw new NamedError('report-run-limit');
        await tasks.requireQuota(tx, accountId, call.now);
        const run = { dueAt: call.now, manual: true, timeZone: caller.timeZone };
        const taskId = await startRun(tx, tasks, row, run, call.now);
        if (taskId === null) throw new Error('a requested run was not stored');
        await recordChange(tx, caller, call, {
          action: 'runReportSchedule',
          target: row.name,
          after: { taskProgressId: taskId },
        });
        return taskId;
      });
      return { taskProgressId };
    },

    async queryReportRuns({ scheduleId }, caller) {
      const row = await readSchedule(db, scheduleId);
      if (row === null || !canReadSchedule(caller, ownerOf(row)))
        throw new NamedError('report-schedule-unknown');
      const list = await presentRuns(await readRuns(db, scheduleId), caller.language);
      return { list: [...list], total: list.length };
    },
  };

  async function presentRuns(rows: readonly RunRow[], language: Language) {
    const runIds = rows.map((row) => row.run_id);
    const count = await countReportMessages(db, runIds);
    return rows.map((row) =>
      presentRun(row, language, {
        waiting: count(row.run_id, ['waiting', 'sending']),
        delivered: count(row.run_id, ['delivered']),
        failed: count(row.run_id, ['failed', 'dropped']),
      }),
    );
  }
}

function ownerOf({ account_id: accountId, user_id: userId }: ScheduleRow) {
  return { accountId, userId };
}

/** @throws NamedError `report-schedule-unknown`, also when the caller does not see it */
async function lockReadable(tx: Tx, caller: Caller, scheduleId: number): Promise<ScheduleRow> {
  const row = await lockSchedule(tx, caller.accountId, scheduleId);
  if (!canReadSchedule(caller, ownerOf(row))) throw new NamedError('report-schedule-unknown');
  return row;
}

/** @throws NamedError `report-schedule-unknown`, `not-allowed` for the one of another user */
async function lockOwn(tx: Tx, caller: Caller, scheduleId: number): Promise<ScheduleRow> {
  const row = await lockReadable(tx, caller, scheduleId);
  if (!canEditSchedule(caller, ownerOf(row))) throw new NamedError('not-allowed');
  return row;
}

/** What the audit log has of a schedule: texts, numbers and lists of them. */
async function auditDetailsOf(tx: Tx, row: ScheduleRow): Promise<JsonFields> {
  const { content } = row;
  const recipients = await readScheduleRecipients(tx, [row.schedule_id]);
  const contacts = await readRecipients(tx, row.account_id);
  const emailOf = (recipientId: number | null) =>
    contacts.find((contact) => contact.recipient_id === recipientId)?.email ?? '';
  const { repeat, day, minute } = formTimesOf(row);
  return {
    ...{ scheduleName: row.name, report: content.report, period: row.period, repeat, day, minute },
    ...(content.filter as Partial<ReportScheduleForm['content']['filter']>),
    formats: row.formats.join(', '),
    recipients: recipients.map(({ login, recipient_id: id }) => login ?? emailOf(id)).join(', '),
    enabled: row.enabled,
  };
}

/** Records a change in the audit log and notifies the account's consoles. */
async function recordChange(tx: Tx, caller: Caller, call: Call, entry: AuditEntry): Promise<void> {
  await recordAudit(tx, caller, call, entry);
  const { accountId } = caller;
  await sendEvent(tx, { type: 'changed', what: 'reportSchedules', accountId, userId: null });
}
