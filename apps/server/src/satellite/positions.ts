import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

/** A position in a message, which is to become a report of the device that carries the terminal. */
export interface WaitingPosition {
  readonly messageId: number;
  /** Null: the terminal is carried by no device any more. */
  readonly trackerId: number | null;
  readonly gateway: string;
  readonly latitude: number;
  readonly longitude: number;
  /** Metres. */
  readonly altitude: number | null;
  /** km/h. */
  readonly speed: number | null;
  readonly course: number | null;
  readonly time: number;
  readonly receivedAt: number;
  readonly raw: Buffer;
}

/** The oldest positions that wait, of messages after `afterId`. */
export async function readWaitingPositions(
  db: Db,
  afterId: number,
  limit: number,
): Promise<readonly WaitingPosition[]> {
  const rows = await db
    .selectFrom('satellite_message as message')
    .leftJoin('communication_account as terminal', (join) =>
      join.onRef('terminal.communication_account_id', '=', 'message.communication_account_id'),
    )
    .where('message.position_state', '=', 'waiting')
    .where('message.message_id', '>', afterId)
    .select([
      'message.message_id',
      'terminal.tracker_id',
      'message.received_by',
      'message.latitude',
      'message.longitude',
      'message.altitude',
      'message.speed',
      'message.course',
      'message.place_at',
      'message.created_at',
      'message.raw',
    ])
    .orderBy('message.message_id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    messageId: row.message_id,
    trackerId: row.tracker_id,
    gateway: row.received_by ?? '',
    latitude: row.latitude ?? 0,
    longitude: row.longitude ?? 0,
    altitude: row.altitude,
    speed: row.speed,
    course: row.course,
    time: (row.place_at ?? row.created_at).getTime(),
    receivedAt: row.created_at.getTime(),
    raw: row.raw ?? Buffer.alloc(0),
  }));
}

/** Positions that need not be looked at again. */
export async function markPositions(
  db: Db,
  messageIds: readonly number[],
  state: 'stored' | 'refused',
): Promise<void> {
  if (messageIds.length === 0) return;
  await db
    .updateTable('satellite_message')
    .set({ position_state: state })
    .where(sql<boolean>`message_id = any (${[...messageIds]}::bigint[])`)
    .execute();
}
