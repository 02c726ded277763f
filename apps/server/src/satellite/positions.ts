import type { NoticeType } from '@wakeline/domain/notices/notice-type';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

/** What a message says about the device that carries the terminal, which is to become a report of that device. */
export interface WaitingReport {
  readonly messageId: number;
  /** Null: the terminal is carried by no device any more. */
  readonly trackerId: number | null;
  readonly cardNumber: string;
  readonly gateway: string;
  /** Null: the message has only alarms. */
  readonly position: {
    readonly latitude: number;
    readonly longitude: number;
    /** Metres. */
    readonly altitude: number | null;
    /** km/h. */
    readonly speed: number | null;
    readonly course: number | null;
  } | null;
  readonly alarms: readonly NoticeType[];
  /** The device reports that its SOS is over. */
  readonly clearsSos: boolean;
  readonly time: number;
  readonly receivedAt: number;
  readonly raw: Buffer;
}

/** The oldest reports that wait, of messages after `afterId`. */
export async function readWaitingReports(
  db: Db,
  afterId: number,
  limit: number,
): Promise<readonly WaitingReport[]> {
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
      'message.card_number',
      'message.received_by',
      'message.latitude',
      'message.longitude',
      'message.altitude',
      'message.speed',
      'message.course',
      'message.place_at',
      'message.alarms',
      'message.clears_sos',
      'message.written_at',
      'message.created_at',
      'message.raw',
    ])
    .orderBy('message.message_id')
    .limit(limit)
    .execute();
  return rows.map(({ latitude, longitude, altitude, speed, course, ...row }) => ({
    messageId: row.message_id,
    trackerId: row.tracker_id,
    cardNumber: row.card_number,
    gateway: row.received_by ?? '',
    position:
      latitude === null || longitude === null ? null : { latitude, longitude, altitude, speed, course },
    alarms: row.alarms ?? [],
    clearsSos: row.clears_sos,
    time: (row.place_at ?? row.written_at ?? row.created_at).getTime(),
    receivedAt: row.created_at.getTime(),
    raw: row.raw ?? Buffer.alloc(0),
  }));
}

/** Reports that need not be looked at again. */
export async function markReports(
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
