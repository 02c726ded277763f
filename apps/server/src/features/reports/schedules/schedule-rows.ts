import type { Language } from '@wakeline/contract/entities/user-config';
import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { PauseReason, ReportScheduleForm } from '@wakeline/contract/reports/schedules';
import { type SqlBool, sql } from 'kysely';
import type { Db, Tx } from '../../../db/database.ts';

export type ScheduleRow = Awaited<ReturnType<typeof readSchedules>>[number];

/** The schedules of an account, by name. */
export function readSchedules(db: Db, accountId: number) {
  return db
    .selectFrom('report_schedule')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy(sql`lower(name)`)
    .orderBy('schedule_id')
    .execute();
}

export async function readSchedule(db: Db, scheduleId: number): Promise<ScheduleRow | null> {
  const row = await db
    .selectFrom('report_schedule')
    .selectAll()
    .where('schedule_id', '=', scheduleId)
    .executeTakeFirst();
  return row ?? null;
}

/** @throws NamedError `report-schedule-unknown` when the account has no such schedule */
export async function lockSchedule(tx: Tx, accountId: number, scheduleId: number): Promise<ScheduleRow> {
  const row = await tx
    .selectFrom('report_schedule')
    .selectAll()
    .where('schedule_id', '=', scheduleId)
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new NamedError('report-schedule-unknown');
  return row;
}

/** Who gets the files of a schedule. */
export interface ScheduleRecipient {
  readonly schedule_id: number;
  /** A user; null: an address, or the user was deleted. */
  readonly user_id: number | null;
  readonly login: string | null;
  /** Whether a user is disabled; null: an address. */
  readonly disabled: boolean | null;
  /** The language that a user has chosen. */
  readonly user_language: string | null;
  /** The recipient of an address; null: a user. */
  readonly recipient_id: number | null;
  /** The language of an address. */
  readonly language: Language | null;
}

export function readScheduleRecipients(
  db: Db,
  scheduleIds: readonly number[],
): Promise<readonly ScheduleRecipient[]> {
  return db
    .selectFrom('report_schedule_recipient as chosen')
    .leftJoin('app_user', 'app_user.user_id', 'chosen.user_id')
    .where(sql<SqlBool>`chosen.schedule_id = any (${[...scheduleIds]}::int[])`)
    .select(['chosen.schedule_id', 'chosen.user_id', 'chosen.recipient_id', 'chosen.language'])
    .select(['app_user.login', 'app_user.disabled'])
    .select(sql<string | null>`app_user.config ->> 'lang'`.as('user_language'))
    .orderBy(sql`lower(app_user.login)`)
    .orderBy('chosen.recipient_id')
    .execute();
}

/** The account must be locked. @throws NamedError `report-schedule-limit` */
export async function requireScheduleQuota(
  tx: Tx,
  { accountId, userId }: { readonly accountId: number; readonly userId: number },
): Promise<void> {
  const { ofAccount, ofUser } = await tx
    .selectFrom('report_schedule')
    .where('account_id', '=', accountId)
    .select(({ fn }) => [
      fn.countAll<number>().as('ofAccount'),
      fn.countAll<number>().filterWhere('user_id', '=', userId).as('ofUser'),
    ])
    .executeTakeFirstOrThrow();
  if (ofAccount >= LIMITS.reportSchedulesPerAccount || ofUser >= LIMITS.reportSchedulesPerUser)
    throw new NamedError('report-schedule-limit');
}

interface SavedSchedule {
  readonly accountId: number;
  readonly userId: number;
  readonly login: string;
  readonly form: ReportScheduleForm;
  readonly timeZone: string;
  /** Epoch milliseconds; null: it is off. */
  readonly nextAt: number | null;
}

/** Stores a new schedule, or replaces one. @returns its id */
export async function saveSchedule(
  tx: Tx,
  scheduleId: number | null,
  { accountId, userId, login, form, timeZone, nextAt }: SavedSchedule,
  now: number,
): Promise<number> {
  const { scheduleName: name, content, period, times, formats, enabled } = form;
  const columns = {
    ...{ name, content: JSON.stringify(content), period, enabled, login, time_zone: timeZone },
    ...{ repeat: times.repeat, day: times.day, minute: times.minute },
    formats: [...new Set(formats)],
    pause_reason: null,
    next_at: nextAt === null ? null : new Date(nextAt),
  };
  if (scheduleId !== null) {
    await tx.updateTable('report_schedule').set(columns).where('schedule_id', '=', scheduleId).execute();
    return scheduleId;
  }
  const row = await tx
    .insertInto('report_schedule')
    .values({ ...columns, account_id: accountId, user_id: userId, created_at: new Date(now) })
    .returning('schedule_id')
    .executeTakeFirstOrThrow();
  return row.schedule_id;
}

export interface ChosenRecipients {
  readonly userIds: readonly number[];
  readonly addresses: readonly { readonly recipientId: number; readonly language: Language }[];
}

export async function replaceScheduleRecipients(
  tx: Tx,
  scheduleId: number,
  { userIds, addresses }: ChosenRecipients,
): Promise<void> {
  await tx.deleteFrom('report_schedule_recipient').where('schedule_id', '=', scheduleId).execute();
  const rows = [
    ...userIds.map((user_id) => ({ user_id, recipient_id: null, language: null })),
    ...addresses.map(({ recipientId, language }) => ({ user_id: null, recipient_id: recipientId, language })),
  ];
  await tx
    .insertInto('report_schedule_recipient')
    .values(rows.map((row) => ({ schedule_id: scheduleId, ...row })))
    .execute();
}

export interface SwitchedSchedule {
  readonly enabled: boolean;
  readonly pauseReason: PauseReason | null;
  readonly timeZone: string;
  /** Epoch milliseconds; null: none. */
  readonly nextAt: number | null;
}

/** Changes whether and when a schedule runs next. */
export async function switchSchedule(
  tx: Tx,
  scheduleId: number,
  { enabled, pauseReason, timeZone, nextAt }: SwitchedSchedule,
): Promise<void> {
  await tx
    .updateTable('report_schedule')
    .set({
      ...{ enabled, pause_reason: pauseReason, time_zone: timeZone },
      next_at: nextAt === null ? null : new Date(nextAt),
    })
    .where('schedule_id', '=', scheduleId)
    .execute();
}

export async function removeSchedule(tx: Tx, scheduleId: number): Promise<void> {
  await tx.deleteFrom('report_schedule').where('schedule_id', '=', scheduleId).execute();
}
