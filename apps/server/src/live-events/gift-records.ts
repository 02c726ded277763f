import { NamedError } from '@wakeline/contract/errors';
import type { GiftRecord, GiftRecordFilter } from '@wakeline/contract/live-events/gift-records';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { escapeLike } from '../db/escape-like.ts';
import type { Schema } from '../db/schema.ts';
import { toYuan } from './money.ts';

export type GiftRecordRow = Selectable<Schema['gift_record']>;

/** @throws NamedError `time-order` */
export function checkTimes({ startTime, endTime }: Pick<GiftRecordFilter, 'startTime' | 'endTime'>): void {
  if (startTime !== undefined && endTime !== undefined && endTime <= startTime)
    throw new NamedError('time-order');
}

function matching(db: Db, { matchId, keywords, startTime, endTime }: GiftRecordFilter) {
  let query = db.selectFrom('gift_record').where('match_id', '=', matchId);
  if (startTime !== undefined) query = query.where('created_at', '>=', new Date(startTime));
  if (endTime !== undefined) query = query.where('created_at', '<', new Date(endTime));
  if (keywords !== '') {
    const pattern = `%${escapeLike(keywords)}%`;
    query = query.where(
      sql<boolean>`(gift_name ilike ${pattern} escape '\\' or giver ilike ${pattern} escape '\\'
        or receiver ilike ${pattern} escape '\\')`,
    );
  }
  return query;
}

/** The records that match, the newest first: `limit` of them, before a number, or after as many others. */
export function readRecords(
  db: Db,
  filter: GiftRecordFilter,
  {
    limit,
    offset = 0,
    before,
  }: { readonly limit: number; readonly offset?: number; readonly before?: number | undefined },
): Promise<GiftRecordRow[]> {
  let query = matching(db, filter).selectAll().orderBy('number', 'desc').limit(limit).offset(offset);
  if (before !== undefined) query = query.where('number', '<', before);
  return query.execute();
}

/** Number of records that match, and the sums of them. Money in fen. */
export function sumRecords(db: Db, filter: GiftRecordFilter) {
  return matching(db, filter)
    .select((select) => [
      select.fn.countAll<number>().as('records'),
      sql<number>`coalesce(sum(count), 0)::bigint`.as('count'),
      sql<number>`coalesce(sum(total), 0)::bigint`.as('total'),
      sql<number>`coalesce(sum(votes), 0)::bigint`.as('votes'),
    ])
    .executeTakeFirstOrThrow();
}

export function toGiftRecord(row: GiftRecordRow, addressOf: (fileId: string) => string): GiftRecord {
  return {
    recordId: row.record_id,
    time: row.created_at.getTime(),
    giftName: row.gift_name,
    pictureUrl: addressOf(row.picture_file_id),
    price: toYuan(row.price),
    count: row.count,
    total: toYuan(row.total),
    votes: row.votes,
    giver: row.giver,
    receiver: row.receiver,
    payment: row.voucher_id === null ? 'provider' : 'voucher',
  };
}

/** The votes that records after a number gave to each participant, and the last of these numbers. */
export async function readVotes(db: Db, matchId: number, afterNumber: number) {
  const { rows } = await sql<{ participant_id: number; votes: number; last: number }>`
    select participant_id, sum(votes)::bigint as votes, max(number) as last from gift_record
    where match_id = ${matchId} and number > ${afterNumber} and participant_id is not null
    group by participant_id`.execute(db);
  return rows;
}

/** The last records, the newest first. */
export function readLastRecords(db: Db, matchId: number, limit: number): Promise<GiftRecordRow[]> {
  return db
    .selectFrom('gift_record')
    .where('match_id', '=', matchId)
    .selectAll()
    .orderBy('number', 'desc')
    .limit(limit)
    .execute();
}
