import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { WeatherPlace } from './weather-service.ts';

/** A request to the weather helper that a server has taken. */
export interface WeatherQuestion {
  readonly messageId: number;
  readonly accountId: number;
  readonly terminalId: number;
  readonly createdAt: number;
  /** Until when this server works on it: the fence of the reply. */
  readonly leaseUntil: number;
  /** Of the message, else of the network's estimate. */
  readonly place: WeatherPlace | null;
  readonly estimate: WeatherPlace | null;
}

/** Takes requests that are due. Those of deleted terminals get no reply. */
export async function claimQuestions(
  db: Db,
  { now, leaseUntil, limit }: { readonly now: number; readonly leaseUntil: number; readonly limit: number },
): Promise<readonly WeatherQuestion[]> {
  const rows = await db
    .updateTable('satellite_message')
    .set({ reply_due_at: new Date(leaseUntil) })
    .where((is) =>
      is(
        'message_id',
        'in',
        is
          .selectFrom('satellite_message')
          .where('reply_due_at', '<=', new Date(now))
          .where('communication_account_id', 'is not', null)
          .orderBy('reply_due_at')
          .limit(limit)
          .select('message_id')
          .forUpdate()
          .skipLocked(),
      ),
    )
    .returning([
      'message_id',
      'account_id',
      'communication_account_id',
      'created_at',
      'latitude',
      'longitude',
      'estimate_latitude',
      'estimate_longitude',
    ])
    .execute();
  return rows.map((row) => ({
    messageId: row.message_id,
    accountId: row.account_id,
    terminalId: row.communication_account_id ?? 0,
    createdAt: row.created_at.getTime(),
    leaseUntil,
    place: placeOf(row.latitude, row.longitude),
    estimate: placeOf(row.estimate_latitude, row.estimate_longitude),
  }));
}

/** Last position of the bound device that is not older than `since`; null: there is none. */
export async function readDevicePlace(
  db: Db,
  terminalId: number,
  since: number,
): Promise<WeatherPlace | null> {
  const { rows } = await sql<WeatherPlace>`
    select state.latitude, state.longitude
    from communication_account terminal join tracker_state state using (tracker_id)
    where terminal.communication_account_id = ${terminalId} and state.fix_time >= ${since}
      and state.latitude is not null and state.longitude is not null`.execute(db);
  return rows[0] ?? null;
}

/** Puts a request off. */
export async function putOffQuestion(
  db: Db,
  { messageId, leaseUntil }: Pick<WeatherQuestion, 'messageId' | 'leaseUntil'>,
  at: number,
): Promise<void> {
  await db
    .updateTable('satellite_message')
    .set({ reply_due_at: new Date(at) })
    .where('message_id', '=', messageId)
    .where('reply_due_at', '=', new Date(leaseUntil))
    .execute();
}

function placeOf(latitude: number | null, longitude: number | null): WeatherPlace | null {
  return latitude === null || longitude === null ? null : { latitude, longitude };
}
