import { LANGUAGES, type Language } from '@wakeline/contract/entities/user-config';
import { NamedError } from '@wakeline/contract/errors';
import type { ReportFormat } from '@wakeline/contract/reports/report-files';
import type { Tx } from '../../../db/database.ts';
import { sendEvent } from '../../../db/notify.ts';
import { insertReportMessage } from '../../../delivery/outbox.ts';
import { addressState, readRecipients } from '../../../delivery/recipients.ts';
import { findUser } from '../../../identity/find-caller.ts';
import { type ReportDependencies, type ReportFile, writeReport } from '../../../report-files/write-report.ts';
import type { TaskRun, TaskWorker } from '../../../tasks/kinds.ts';
import { addReceivedFile, TASK_TTL_MS } from '../../../tasks/task-rows.ts';
import type { RunReportSubject } from './run-report.task.ts';
import { endRun, insertRunFiles, type RunRow, readRun } from './run-rows.ts';
import {
  readSchedule,
  readScheduleRecipients,
  type ScheduleRecipient,
  type ScheduleRow,
  switchSchedule,
} from './schedule-rows.ts';

interface WrittenReport extends ReportFile {
  readonly language: Language;
  readonly format: ReportFormat;
}

/** A user or an address that gets the files of a run in a language. */
interface Receiver {
  /** Null: an address. */
  readonly userId: number | null;
  /** Whose confirmed address gets an e-mail; null: none. */
  readonly recipientId: number | null;
  readonly language: Language;
}

/** Writes the files of a run with the rights that the owner of the schedule has then, and stores the e-mails about them. */
export function runReportWorker(dependencies: ReportDependencies): TaskWorker<RunReportSubject> {
  const { db, files, clock } = dependencies;

  async function create(task: TaskRun<RunReportSubject>, run: RunRow, schedule: ScheduleRow) {
    const { accountId, userId, signal } = task;
    const owner = userId === null ? null : await findUser(db, userId, clock.now());
    if (owner === null) throw new NamedError('not-allowed');
    const receivers = await readReceivers(accountId, schedule.schedule_id);
    const languages = [...new Set([owner.language, ...receivers.map(({ language }) => language)])];
    const { content, formats } = schedule;
    const plan = languages.flatMap((language) => formats.map((format) => ({ language, format })));
    const written: WrittenReport[] = [];
    const write = async (language: Language, format: ReportFormat, from: number, to: number) => {
      const file = await writeReport(
        dependencies,
        {
          ...{ accountId, userId, report: content.report, order: content.order, format, language },
          filter: { ...content.filter, startDay: run.start_day, endDay: run.end_day },
          timeZone: run.time_zone,
        },
        { signal, progress: (fraction) => task.progress((from + fraction * (to - from)) / plan.length) },
      );
      written.push({ ...file, language, format });
      return file;
    };
    for (const [index, { language, format }] of plan.entries()) {
      const { isComplete } = await write(language, format, index, index + 1);
      // The rows that a PDF leaves out are in no other file.
      const isLacking = !isComplete && formats.every((one) => one === 'pdf');
      if (isLacking) await write(language, 'xlsx', index + 1, index + 1);
    }
    const rows = Math.max(0, ...written.map((file) => (file.hasData ? file.rows : 0)));
    // A report without data has no files: its e-mail says so.
    const stored = rows === 0 ? [] : written;
    await files.discard(written.filter((file) => !stored.includes(file)).map((file) => file.written.fileId));
    const filesIn = (language: Language) => stored.filter((file) => file.language === language);
    const [own, ...others] = filesIn(owner.language);
    return {
      written: null,
      storedFileId: own?.written.fileId ?? null,
      outcome: { rows },
      async commit(tx: Tx) {
        await confirm(tx, written);
        const now = clock.now();
        for (const file of stored) {
          await files.record(tx, file.written, {
            ...{ accountId, kind: 'report', userId: null, mediaType: file.mediaType },
            ...{ name: file.name, expiresAt: now + TASK_TTL_MS },
          });
        }
        const entries = stored.map(({ written: { fileId }, language, format }) => ({
          fileId,
          language,
          format,
        }));
        await insertRunFiles(tx, run.run_id, entries);
        const received = [
          ...others.map((file) => ({ userId: owner.userId, file })),
          ...receivers.flatMap((receiver) =>
            receiver.userId === null || receiver.userId === owner.userId
              ? []
              : filesIn(receiver.language).map((file) => ({ userId: receiver.userId as number, file })),
          ),
        ];
        for (const { userId: toUser, file } of received) {
          const { subject } = task;
          const { fileId } = file.written;
          const entry = { kind: 'runReportSchedule', subject, fileId, total: rows } as const;
          await addReceivedFile(tx, { accountId, userId: toUser, ...entry }, now);
        }
        for (const { recipientId } of receivers) await mail(tx, accountId, recipientId, run.run_id, now);
        await endRun(tx, run.run_id, { state: 'done', rows }, now);
        await notify(tx, accountId);
        // The clean-up removes their content.
        await files.evictOldReports(tx, accountId);
      },
    } as const;
  }

  /** Users who are enabled, and addresses that are confirmed now. */
  async function readReceivers(accountId: number, scheduleId: number): Promise<readonly Receiver[]> {
    const contacts = await readRecipients(db, accountId);
    const rows = await readScheduleRecipients(db, [scheduleId]);
    return rows.flatMap((row): Receiver[] => {
      const contact = contacts.find((one) =>
        row.user_id === null ? one.recipient_id === row.recipient_id : one.user_id === row.user_id,
      );
      const isReachable = contact !== undefined && addressState(contact, 'email') === 'confirmed';
      const recipientId = isReachable ? contact.recipient_id : null;
      if (row.user_id === null)
        return recipientId === null || row.language === null
          ? []
          : [{ userId: null, recipientId, language: row.language }];
      if (row.disabled !== false) return [];
      return [{ userId: row.user_id, recipientId, language: languageOfUser(row) }];
    });
  }

  /** Ends a run as failed, informs the owner, and pauses the schedule when they have lost the right. */
  async function fail(run: RunRow, error: NamedError): Promise<void> {
    const { errorName } = error;
    const now = clock.now();
    await db.transaction().execute(async (tx) => {
      if (!(await endRun(tx, run.run_id, { state: 'failed', failure: errorName }, now))) return;
      const schedule = await readSchedule(tx, run.schedule_id);
      if (schedule === null) return;
      if (errorName === 'not-allowed') {
        const { time_zone: timeZone, enabled } = schedule;
        const reason = schedule.user_id === null ? 'owner-deleted' : 'right';
        const paused = { enabled, pauseReason: reason, timeZone, nextAt: null } as const;
        await switchSchedule(tx, schedule.schedule_id, paused);
      }
      await informOwner(tx, run, schedule, now);
      await notify(tx, run.account_id);
    });
  }

  async function informOwner(tx: Tx, run: RunRow, schedule: ScheduleRow, now: number): Promise<void> {
    const contacts = await readRecipients(tx, run.account_id);
    const owner = contacts.find(
      (one) =>
        one.user_id !== null &&
        one.user_id === schedule.user_id &&
        addressState(one, 'email') === 'confirmed',
    );
    await mail(tx, run.account_id, owner?.recipient_id ?? null, run.run_id, now);
  }

  return {
    async run(task) {
      const run = await readRun(db, task.subject.runId);
      const schedule = run === null ? null : await readSchedule(db, run.schedule_id);
      if (run === null || schedule === null) throw new NamedError('report-schedule-unknown');
      try {
        return await create(task, run, schedule);
      } catch (error) {
        if (error instanceof NamedError) await fail(run, error);
        throw error;
      }
    },

    async undo(taskId, { runId }) {
      const run = await readRun(db, runId);
      if (run === null || run.state !== null || run.task_id !== taskId) return;
      if (run.task_state === 'cancelling') {
        await db.transaction().execute(async (tx) => {
          await endRun(tx, runId, { state: 'cancelled' }, clock.now());
          await notify(tx, run.account_id);
        });
      } else await fail(run, new NamedError('task-interrupted'));
    },
  };
}

/** A change of the rights between reading and storing lets the task run again, with the new ones. */
async function confirm(tx: Tx, written: readonly WrittenReport[]): Promise<void> {
  for (const { commit } of written.slice(0, 1)) {
    await commit(tx).catch((error: unknown) => {
      throw error instanceof NamedError ? new Error('the rights of the owner have changed') : error;
    });
  }
}

async function mail(
  tx: Tx,
  accountId: number,
  recipientId: number | null,
  runId: number,
  now: number,
): Promise<void> {
  if (recipientId === null) return;
  await insertReportMessage(tx, { accountId, recipientId, runId }, now);
  await sendEvent(tx, { type: 'deliveries', accountId });
}

async function notify(tx: Tx, accountId: number): Promise<void> {
  await sendEvent(tx, { type: 'changed', what: 'reportSchedules', accountId, userId: null });
  await sendEvent(tx, { type: 'changed', what: 'deliveries', accountId, userId: null });
}

function languageOfUser({ user_language: chosen }: ScheduleRecipient): Language {
  return LANGUAGES.find((language) => language === chosen) ?? 'zh_CN';
}
