import type { WatchTaskFields, WatchTaskFilter } from '@wakeline/contract/aviation/watch-tasks';
import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import { escapeLike } from '../db/escape-like.ts';
import { lockAccount } from '../db/lock-account.ts';
import type { Schema } from '../db/schema.ts';
import type { Scope } from '../identity/scope.ts';

/** A task with its devices, by id. */
export interface WatchTaskRow extends Selectable<Schema['watch_task']> {
  readonly tracker_ids: number[];
}

/** A user with a scope limited to groups sees the tasks of which all devices are in it. */
function visibleTasks(db: Db, { accountId, groupIds }: Scope) {
  const query = db.selectFrom('watch_task').where('watch_task.account_id', '=', accountId);
  if (groupIds === null) return query;
  return query.where(
    sql<boolean>`(select count(*) > 0 and bool_and(coalesce(tracker.group_id = any (${[...groupIds]}::int[]), false))
      from watch_task_device device join tracker on tracker.tracker_id = device.tracker_id
      where device.task_id = watch_task.task_id)`,
  );
}

const trackerIds = sql<number[]>`array(
  select tracker_id from watch_task_device device where device.task_id = watch_task.task_id order by tracker_id)`;

function matchingTasks(db: Db, scope: Scope, { keywords, isOpen }: WatchTaskFilter) {
  let query = visibleTasks(db, scope);
  if (isOpen !== undefined) query = query.where('watch_task.is_open', '=', isOpen);
  if (keywords === '') return query;
  const pattern = `%${escapeLike(keywords)}%`;
  return query.where(
    sql<boolean>`(watch_task.name ilike ${pattern} escape '\\'
      or watch_task.flight_number ilike ${pattern} escape '\\' or watch_task.note ilike ${pattern} escape '\\')`,
  );
}

export async function countTasks(db: Db, scope: Scope, filter: WatchTaskFilter): Promise<number> {
  const { count } = await matchingTasks(db, scope, filter)
    .select((query) => query.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** One page of the matching tasks, by name. */
export function readTasks(
  db: Db,
  scope: Scope,
  filter: WatchTaskFilter,
  { pageIndex, pageSize }: { readonly pageIndex: number; readonly pageSize: number },
): Promise<readonly WatchTaskRow[]> {
  return matchingTasks(db, scope, filter)
    .selectAll('watch_task')
    .select(trackerIds.as('tracker_ids'))
    .orderBy('watch_task.name')
    .orderBy('watch_task.task_id')
    .limit(pageSize)
    .offset((pageIndex - 1) * pageSize)
    .execute();
}

/** The open tasks of an account, oldest first: the order in which the engine applies them. */
export function readOpenTasks(db: Db, accountId: number): Promise<readonly WatchTaskRow[]> {
  return db
    .selectFrom('watch_task')
    .where('watch_task.account_id', '=', accountId)
    .where('watch_task.is_open', '=', true)
    .selectAll('watch_task')
    .select(trackerIds.as('tracker_ids'))
    .orderBy('watch_task.task_id')
    .execute();
}

/** Accounts that have open tasks. */
export async function readAccountsWithTasks(db: Db): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('watch_task')
    .where('is_open', '=', true)
    .select('account_id')
    .distinct()
    .execute();
  return rows.map((row) => row.account_id);
}

/** The tasks of these flights that a user sees, by name. */
export function readTasksOfFlights(db: Db, scope: Scope, flightIds: readonly number[]) {
  return visibleTasks(db, scope)
    .where(sql<boolean>`watch_task.flight_id = any (${[...flightIds]}::int[])`)
    .select(['task_id', 'name', 'is_open', 'flight_id'])
    .orderBy('watch_task.name')
    .orderBy('watch_task.task_id')
    .execute();
}

/** @throws NamedError `watch-task-unknown` when the user sees no such task */
export async function readTask(db: Db, scope: Scope, taskId: number): Promise<WatchTaskRow> {
  const row = await visibleTask(db, scope, taskId).executeTakeFirst();
  if (row === undefined) throw new NamedError('watch-task-unknown');
  return row;
}

/** Those of these tasks that the user sees. */
export async function readVisibleTaskIds(
  db: Db,
  scope: Scope,
  taskIds: readonly number[],
): Promise<readonly number[]> {
  const rows = await visibleTasks(db, scope)
    .where(sql<boolean>`watch_task.task_id = any (${[...taskIds]}::int[])`)
    .select('watch_task.task_id')
    .execute();
  return rows.map((row) => row.task_id);
}

function visibleTask(db: Db, scope: Scope, taskId: number) {
  return visibleTasks(db, scope)
    .where('watch_task.task_id', '=', taskId)
    .selectAll('watch_task')
    .select(trackerIds.as('tracker_ids'));
}

/**
 * Reads a task and locks it until the transaction ends.
 *
 * @throws NamedError `watch-task-unknown` when the user sees no such task
 */
export async function lockTask(tx: Tx, scope: Scope, taskId: number): Promise<WatchTaskRow> {
  const row = await visibleTask(tx, scope, taskId).forUpdate('watch_task').executeTakeFirst();
  if (row === undefined) throw new NamedError('watch-task-unknown');
  return row;
}

export interface NewTask {
  readonly fields: WatchTaskFields;
  readonly isOpen: boolean;
}

/**
 * Creates a task. Its devices and fences must have been checked.
 *
 * @param now epoch milliseconds
 * @throws NamedError `watch-task-limit`, `watch-task-open-limit`
 */
export async function insertTask(
  tx: Tx,
  accountId: number,
  { fields, isOpen }: NewTask,
  now: number,
): Promise<number> {
  await lockAccount(tx, accountId);
  const { count } = await tx
    .selectFrom('watch_task')
    .where('account_id', '=', accountId)
    .select((query) => query.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (count >= LIMITS.watchTasksPerAccount) throw new NamedError('watch-task-limit');
  if (isOpen) await requireRoomForOpen(tx, accountId);
  const { task_id: taskId } = await tx
    .insertInto('watch_task')
    .values({ ...columnsOf(fields), account_id: accountId, is_open: isOpen, changed_at: new Date(now) })
    .returning('task_id')
    .executeTakeFirstOrThrow();
  await insertDevices(tx, taskId, fields.trackerIds);
  return taskId;
}

/** @param changedAt when it starts again; null: it continues */
export async function updateTask(
  tx: Tx,
  taskId: number,
  fields: WatchTaskFields,
  changedAt: number | null,
): Promise<void> {
  await tx
    .updateTable('watch_task')
    .set({ ...columnsOf(fields), ...(changedAt !== null && { changed_at: new Date(changedAt) }) })
    .where('task_id', '=', taskId)
    .execute();
  await tx.deleteFrom('watch_task_device').where('task_id', '=', taskId).execute();
  await insertDevices(tx, taskId, fields.trackerIds);
}

/**
 * Opens or closes a task; it starts again.
 *
 * @throws NamedError `watch-task-open-limit`
 */
export async function updateTaskState(
  tx: Tx,
  { account_id: accountId, task_id: taskId, is_open: wasOpen }: WatchTaskRow,
  isOpen: boolean,
  now: number,
): Promise<void> {
  if (isOpen && !wasOpen) {
    await lockAccount(tx, accountId);
    await requireRoomForOpen(tx, accountId);
  }
  await tx
    .updateTable('watch_task')
    .set({ is_open: isOpen, changed_at: new Date(now) })
    .where('task_id', '=', taskId)
    .execute();
}

export async function removeTask(tx: Tx, taskId: number): Promise<void> {
  await tx.deleteFrom('watch_task').where('task_id', '=', taskId).execute();
}

/**
 * Removes trackers that another account takes over from the tasks of their former one. Their interval is not restored: the
 * former account must not instruct them.
 */
export async function removeTrackersFromTasks(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`delete from watch_task_device where tracker_id = any (${[...ids]}::int[])`.execute(tx);
  await sql`delete from tracking_mode_device where tracker_id = any (${[...ids]}::int[])`.execute(tx);
  await sql`delete from changed_interval where tracker_id = any (${[...ids]}::int[])`.execute(tx);
  await sql`delete from watch_task_acknowledged where tracker_id = any (${[...ids]}::int[])`.execute(tx);
}

async function requireRoomForOpen(tx: Tx, accountId: number): Promise<void> {
  const { count } = await tx
    .selectFrom('watch_task')
    .where('account_id', '=', accountId)
    .where('is_open', '=', true)
    .select((query) => query.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (count >= LIMITS.openWatchTasksPerAccount) throw new NamedError('watch-task-open-limit');
}

async function insertDevices(tx: Tx, taskId: number, ids: readonly number[]): Promise<void> {
  await sql`
    insert into watch_task_device (task_id, tracker_id) select ${taskId}::int, unnest(${[...ids]}::int[])
    on conflict do nothing`.execute(tx);
}

function columnsOf(fields: WatchTaskFields) {
  const { executeFrom, executeTo } = fields;
  return {
    name: fields.taskName,
    flight_number: fields.flightNumber,
    flight_id: fields.flightId,
    note: fields.note,
    line: fields.line === null ? null : JSON.stringify(fields.line),
    areas: JSON.stringify(fields.areas),
    alerts: JSON.stringify(fields.alerts),
    shift_range: fields.shiftRange,
    execute_from: executeFrom === null ? null : new Date(executeFrom),
    execute_to: executeTo === null ? null : new Date(executeTo),
  };
}

export function fieldsOf(row: WatchTaskRow): WatchTaskFields {
  return {
    taskName: row.name,
    flightNumber: row.flight_number,
    flightId: row.flight_id,
    note: row.note,
    trackerIds: row.tracker_ids,
    line: row.line,
    areas: row.areas as WatchTaskFields['areas'],
    // The contract's choices: no other value is stored.
    shiftRange: row.shift_range as WatchTaskFields['shiftRange'],
    alerts: row.alerts as WatchTaskFields['alerts'],
    executeFrom: row.execute_from?.getTime() ?? null,
    executeTo: row.execute_to?.getTime() ?? null,
  };
}
