import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { Scope } from '../identity/scope.ts';
import { trackerIdEquals, trackersInScope } from '../trackers/in-scope.ts';

/** Alarms that somebody has handled, about devices in a scope. Those of removed devices need the full scope. */
function alarmsInScope(db: Db, scope: Scope) {
  return db
    .selectFrom('alarm')
    .where('alarm.account_id', '=', scope.accountId)
    .$if(scope.groupIds !== null, (query) =>
      query.where(({ or, eb, exists }) =>
        or([
          eb('alarm.tracker_id', 'is', null),
          exists(trackersInScope(db, scope).where(trackerIdEquals('alarm.tracker_id'))),
        ]),
      ),
    );
}

/** An alarm that somebody has handled; undefined: none in this scope. */
export function readAlarm(db: Db, scope: Scope, messageId: number) {
  return alarmsInScope(db, scope).where('alarm.seq', '=', messageId).selectAll().executeTakeFirst();
}

/** The history of an alarm, oldest first. */
export function readAlarmSteps(db: Db, accountId: number, messageId: number) {
  return db
    .selectFrom('alarm_step')
    .where('account_id', '=', accountId)
    .where('seq', '=', messageId)
    .orderBy('step_id')
    .select(['step_id', 'step', 'at', 'login', 'reason', 'comment'])
    .execute();
}

/** Existing users who are owners of alarms whose notices are newer than `since`. */
export async function readAlarmOwners(db: Db, scope: Scope, since: number) {
  const rows = await alarmsInScope(db, scope)
    .where('alarm.owner_id', 'is not', null)
    .where('alarm.notice_at', '>', new Date(since))
    .select(['alarm.owner_id', 'alarm.owner'])
    .distinct()
    .orderBy('alarm.owner')
    .execute();
  return rows.flatMap(({ owner_id: userId, owner }) => (userId === null ? [] : [{ userId, account: owner }]));
}

/** Handled alarms whose notices were created in a period, both ends included. */
export interface AlarmPeriod {
  /** `tracker_id` of the devices to which it is limited; null: all. */
  readonly devices: RawBuilder<unknown> | null;
  /** Epoch milliseconds. */
  readonly startTime: number;
  readonly endTime: number;
}

function alarmsOfPeriod(db: Db, scope: Scope, { devices, startTime, endTime }: AlarmPeriod) {
  return alarmsInScope(db, scope)
    .where('alarm.notice_at', '>=', new Date(startTime))
    .where('alarm.notice_at', '<=', new Date(endTime))
    .$if(devices !== null, (query) =>
      query.where(sql<boolean>`alarm.tracker_id in (select tracker_id from (${devices}) as device)`),
    );
}

/** The number of steps in the histories of the alarms of a period, and the time of its first notice. */
export async function countAlarmSteps(db: Db, scope: Scope, period: AlarmPeriod) {
  const { steps, first } = await alarmsOfPeriod(db, scope, period)
    .innerJoin('alarm_step', (join) =>
      join.onRef('alarm_step.account_id', '=', 'alarm.account_id').onRef('alarm_step.seq', '=', 'alarm.seq'),
    )
    .select((query) => [
      query.fn.countAll<number>().as('steps'),
      query.fn.min<Date | null>('alarm.notice_at').as('first'),
    ])
    .executeTakeFirstOrThrow();
  return { steps: Number(steps), first: first?.getTime() ?? null };
}

export type AlarmRow = Awaited<ReturnType<typeof readAlarmsBefore>>[number];

/** A page of alarms before a number, newest first, with their devices. */
export function readAlarmsBefore(
  db: Db,
  scope: Scope,
  period: AlarmPeriod,
  { before, limit }: { readonly before: number | null; readonly limit: number },
) {
  return alarmsOfPeriod(db, scope, period)
    .leftJoin('tracker', (join) =>
      join
        .onRef('tracker.tracker_id', '=', 'alarm.tracker_id')
        .onRef('tracker.account_id', '=', 'alarm.account_id'),
    )
    .$if(before !== null, (query) => query.where('alarm.seq', '<', before ?? 0))
    .orderBy('alarm.seq', 'desc')
    .limit(limit)
    .select([
      'alarm.seq',
      'alarm.notice_type',
      'alarm.notice_at',
      'alarm.state',
      'alarm.owner',
      'tracker.name',
      'tracker.imei',
    ])
    .execute();
}

/** The histories of these alarms, each oldest first. */
export function readStepsOf(db: Db, accountId: number, messageIds: readonly number[]) {
  return db
    .selectFrom('alarm_step')
    .where('account_id', '=', accountId)
    .where(sql<boolean>`seq = any (${[...messageIds]}::bigint[])`)
    .orderBy('step_id')
    .select(['seq', 'step', 'at', 'login', 'reason', 'comment'])
    .execute();
}
