import type { IntervalCall, TrackingPurpose } from '@wakeline/domain/aviation/tracking-mode';
import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import type { Schema } from '../db/schema.ts';

export type ChangedIntervalRow = Selectable<Schema['changed_interval']>;

/** The rows of devices of an account, locked until the transaction ends, in ascending order of their ids. */
export function lockChangedIntervals(
  tx: Tx,
  accountId: number,
  trackerIds: readonly number[],
): Promise<readonly ChangedIntervalRow[]> {
  return tx
    .selectFrom('changed_interval')
    .where('account_id', '=', accountId)
    .where(sql<boolean>`tracker_id = any (${[...trackerIds]}::int[])`)
    .selectAll()
    .orderBy('tracker_id')
    .forUpdate()
    .execute();
}

/** The next rows of all accounts after a device. Rows that another transaction changes are left to it. */
export function lockNextIntervals(
  tx: Tx,
  after: number,
  limit: number,
): Promise<readonly ChangedIntervalRow[]> {
  return tx
    .selectFrom('changed_interval')
    .where('tracker_id', '>', after)
    .selectAll()
    .orderBy('tracker_id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
}

/** The row of each of these devices of an account that has one. */
export async function readChangedIntervals(
  db: Db,
  accountId: number,
  trackerIds: readonly number[],
): Promise<ReadonlyMap<number, ChangedIntervalRow>> {
  const rows = await db
    .selectFrom('changed_interval')
    .where('account_id', '=', accountId)
    .where(sql<boolean>`tracker_id = any (${[...trackerIds]}::int[])`)
    .selectAll()
    .execute();
  return new Map(rows.map((row) => [row.tracker_id, row]));
}

/** Devices of an account whose restoring failed, the last one first. */
export function readFailedIntervals(
  db: Db,
  accountId: number,
  limit: number,
): Promise<readonly ChangedIntervalRow[]> {
  return db
    .selectFrom('changed_interval')
    .where('account_id', '=', accountId)
    .where('failed_at', 'is not', null)
    .selectAll()
    .orderBy('failed_at', 'desc')
    .orderBy('tracker_id')
    .limit(limit)
    .execute();
}

/** What is to be restored for a device, and the instruction that set it, if the ledger has it. */
export interface FormerInterval {
  readonly trackerId: number;
  readonly call: IntervalCall;
  readonly instructionId: number | null;
}

/**
 * Keeps what is to be restored for devices, before they are instructed. An instruction for the interval that failed is sent
 * again.
 */
export async function keepFormerIntervals(
  tx: Tx,
  {
    accountId,
    userId,
    login,
    taskName,
  }: {
    readonly accountId: number;
    readonly userId: number;
    readonly login: string;
    readonly taskName: string;
  },
  intervals: readonly FormerInterval[],
  failedRaises: readonly number[],
): Promise<void> {
  const rows = intervals.map(({ trackerId, call, instructionId }) => ({
    id: trackerId,
    call,
    instruction: instructionId,
  }));
  await sql`
    insert into changed_interval as changed
      (tracker_id, account_id, user_id, login, task_name, restore_to, restore_from)
    select former.id, ${accountId}::int, ${userId}::int, ${login}, ${taskName}, former.call, former.instruction
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as former (id int, call jsonb, instruction int)
    order by former.id
    on conflict (tracker_id) do update set
      user_id = excluded.user_id, login = excluded.login, task_name = excluded.task_name,
      restore_to = excluded.restore_to, restore_from = excluded.restore_from,
      purpose = case when changed.tracker_id = any (${[...failedRaises]}::int[]) then null else changed.purpose end,
      interval = case when changed.tracker_id = any (${[...failedRaises]}::int[]) then null else changed.interval end,
      restores = 0, failed_at = null`.execute(tx);
}

/** An instruction that was stored for devices. */
export interface IntervalSent {
  readonly trackerId: number;
  readonly instructionId: number;
  readonly purpose: TrackingPurpose;
  /** Seconds. */
  readonly interval: number;
  readonly mayBeRaised: boolean;
}

export async function storeIntervalsSent(tx: Tx, sent: readonly IntervalSent[]): Promise<void> {
  if (sent.length === 0) return;
  const rows = sent.map(({ trackerId, instructionId, purpose, interval, mayBeRaised }) => ({
    id: trackerId,
    instruction: instructionId,
    purpose,
    seconds: interval,
    raised: mayBeRaised,
  }));
  await sql`
    update changed_interval set
      instruction_id = sent.instruction, purpose = sent.purpose, interval = sent.seconds,
      may_be_raised = sent.raised, failed_at = null,
      restores = case when sent.purpose = 'restore' then restores + 1 else 0 end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as sent (id int, instruction int, purpose text, seconds int, raised boolean)
    where changed_interval.tracker_id = sent.id`.execute(tx);
}

/** @param now epoch milliseconds */
export async function storeFailedIntervals(
  tx: Tx,
  trackerIds: readonly number[],
  now: number,
): Promise<void> {
  if (trackerIds.length === 0) return;
  await sql`
    update changed_interval set failed_at = to_timestamp(${now} / 1000.0)
    where tracker_id = any (${[...trackerIds]}::int[])`.execute(tx);
}

/** Lets the restoring of devices start again. */
export async function restartRestoring(tx: Tx, trackerIds: readonly number[]): Promise<void> {
  await sql`
    update changed_interval set restores = 0, failed_at = null
    where tracker_id = any (${[...trackerIds]}::int[])`.execute(tx);
}

/** Nothing is left to restore for these devices. */
export async function removeChangedIntervals(tx: Tx, trackerIds: readonly number[]): Promise<void> {
  if (trackerIds.length === 0) return;
  await sql`delete from changed_interval where tracker_id = any (${[...trackerIds]}::int[])`.execute(tx);
}
