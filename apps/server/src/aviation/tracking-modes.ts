import type { TrackingClaim, TrackingMember, TrackingOutcome } from '@wakeline/domain/aviation/tracking-mode';
import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import type { Schema } from '../db/schema.ts';

export interface NewTrackingMode {
  readonly taskId: number;
  readonly accountId: number;
  readonly userId: number;
  readonly login: string;
  /** Seconds. */
  readonly interval: number;
  /** Epoch milliseconds. */
  readonly endsAt: number;
  readonly devices: readonly { readonly trackerId: number; readonly state: TrackingMember }[];
}

/** Starts the tracking mode of a task in place of its last one. */
export async function insertTrackingMode(
  tx: Tx,
  { taskId, accountId, userId, login, interval, endsAt, devices }: NewTrackingMode,
  now: number,
): Promise<void> {
  await tx.deleteFrom('tracking_mode').where('task_id', '=', taskId).execute();
  await tx
    .insertInto('tracking_mode')
    .values({
      task_id: taskId,
      account_id: accountId,
      user_id: userId,
      login,
      interval,
      started_at: new Date(now),
      ends_at: new Date(endsAt),
      ended_at: null,
    })
    .execute();
  await sql`
    insert into tracking_mode_device (task_id, tracker_id, state)
    select ${taskId}::int, device.id, device.state
    from jsonb_to_recordset(${JSON.stringify(devices.map(({ trackerId, state }) => ({ id: trackerId, state })))}::jsonb)
      as device (id int, state text)`.execute(tx);
}

/** The tracking mode of a task, locked until the transaction ends; undefined: it has had none. */
export function lockTrackingMode(tx: Tx, taskId: number) {
  return tx
    .selectFrom('tracking_mode')
    .where('task_id', '=', taskId)
    .selectAll()
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Devices whose interval the tracking mode of a task changes, or has to restore. */
export async function readTrackedDevices(db: Db, taskId: number): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('tracking_mode_device')
    .where('task_id', '=', taskId)
    .where('state', '=', 'on')
    .select('tracker_id')
    .orderBy('tracker_id')
    .execute();
  return rows.map(({ tracker_id }) => tracker_id);
}

export async function endTrackingModeOf(tx: Tx, taskId: number, now: number): Promise<void> {
  await tx
    .updateTable('tracking_mode')
    .set({ ended_at: new Date(now) })
    .where('task_id', '=', taskId)
    .where('ended_at', 'is', null)
    .execute();
}

/**
 * Ends what is due, of one task or (null) of all: the time is over, or the task is closed. Devices that are no longer in
 * their task leave its tracking mode.
 *
 * @param now epoch milliseconds
 * @returns the accounts concerned
 */
export async function endDueTracking(tx: Tx, taskId: number | null, now: number): Promise<readonly number[]> {
  const time = sql`to_timestamp(${now} / 1000.0)`;
  const ended = await sql<{ account_id: number }>`
    update tracking_mode mode set ended_at = ${time}
    from watch_task task
    where mode.ended_at is null and task.task_id = mode.task_id
      and (${taskId}::int is null or mode.task_id = ${taskId}::int)
      and (not task.is_open or least(mode.ends_at, task.execute_to) <= ${time})
    returning mode.account_id`.execute(tx);
  const left = await sql<{ account_id: number }>`
    update tracking_mode_device device set state = 'removed'
    from tracking_mode mode
    where mode.task_id = device.task_id and mode.ended_at is null and device.state = 'on'
      and (${taskId}::int is null or mode.task_id = ${taskId}::int)
      and not exists (
        select from watch_task_device
        where watch_task_device.task_id = device.task_id and watch_task_device.tracker_id = device.tracker_id)
    returning mode.account_id`.execute(tx);
  return [...new Set([...ended.rows, ...left.rows].map(({ account_id }) => account_id))];
}

/** What the tasks request for devices, by device. */
export async function readTrackingClaims(
  db: Db,
  trackerIds: readonly number[],
): Promise<ReadonlyMap<number, readonly TrackingClaim[]>> {
  const { rows } = await sql<{ tracker_id: number; interval: number; ends_at: Date }>`
    select device.tracker_id, mode.interval, least(mode.ends_at, task.execute_to) as ends_at
    from tracking_mode_device device join tracking_mode mode using (task_id) join watch_task task using (task_id)
    where device.tracker_id = any (${[...trackerIds]}::int[]) and device.state = 'on'
      and mode.ended_at is null and task.is_open`.execute(db);
  const claims = new Map<number, TrackingClaim[]>();
  for (const { tracker_id, interval, ends_at } of rows) {
    const known = claims.get(tracker_id) ?? [];
    known.push({ interval, endsAt: ends_at.getTime() });
    claims.set(tracker_id, known);
  }
  return claims;
}

/** Stores how it ended for devices, in all tasks that tracked them. */
export async function storeTrackingOutcomes(
  tx: Tx,
  outcomes: ReadonlyMap<number, TrackingOutcome>,
): Promise<void> {
  if (outcomes.size === 0) return;
  const rows = [...outcomes].map(([id, outcome]) => ({ id, outcome }));
  await sql`
    update tracking_mode_device device set state = ended.outcome
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as ended (id int, outcome text)
    where device.tracker_id = ended.id and device.state = 'on'`.execute(tx);
}

export interface TrackingModeRow extends Selectable<Schema['tracking_mode']> {
  readonly devices: readonly { readonly id: number; readonly state: TrackingMember }[];
  /** When it ends at the latest: the execution time of the task may be earlier. */
  readonly latest_end: Date;
}

/** The tracking modes of an account that are on or ended since then (epoch milliseconds), in the order of their tasks. */
export async function readTrackingModes(
  db: Db,
  accountId: number,
  since: number,
): Promise<readonly TrackingModeRow[]> {
  const { rows } = await sql<TrackingModeRow>`
    select mode.*, least(mode.ends_at, task.execute_to) as latest_end,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', tracker_id, 'state', state) order by tracker_id)
        from tracking_mode_device device where device.task_id = mode.task_id), '[]') as devices
    from tracking_mode mode join watch_task task using (task_id)
    where mode.account_id = ${accountId}
      and (mode.ended_at is null or mode.ended_at > to_timestamp(${since} / 1000.0))
    order by mode.task_id`.execute(db);
  return rows;
}
