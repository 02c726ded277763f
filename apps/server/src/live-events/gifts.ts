import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { Gift, GiftForm } from '@wakeline/contract/live-events/gifts';
import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import type { Schema } from '../db/schema.ts';
import { lockLive } from './match-live.ts';
import { toFen, toYuan } from './money.ts';

export type GiftRow = Selectable<Schema['gift']>;

/** A gift as it is stored. */
export interface StoredGift extends Omit<GiftForm, 'pictureUrl'> {
  readonly pictureFileId: string;
}

/** The gifts of a match, the cheapest first. */
export function readGifts(db: Db, matchId: number): Promise<GiftRow[]> {
  return db
    .selectFrom('gift')
    .where('match_id', '=', matchId)
    .selectAll()
    .orderBy('price')
    .orderBy('gift_id')
    .execute();
}

export function toGift(row: GiftRow, addressOf: (fileId: string) => string): Gift {
  return {
    giftId: row.gift_id,
    giftName: row.name,
    price: toYuan(row.price),
    votes: row.votes,
    pictureUrl: addressOf(row.picture_file_id),
    hidden: row.hidden,
  };
}

/** @throws NamedError `gift-unknown` */
async function requireGift(db: Db, matchId: number, giftId: number): Promise<GiftRow> {
  const row = await db
    .selectFrom('gift')
    .where('match_id', '=', matchId)
    .where('gift_id', '=', giftId)
    .selectAll()
    .executeTakeFirst();
  if (row === undefined) throw new NamedError('gift-unknown');
  return row;
}

/** A gift that viewers can buy. @throws NamedError `gift-unknown` */
export async function requireOfferedGift(db: Db, matchId: number, giftId: number): Promise<GiftRow> {
  const row = await requireGift(db, matchId, giftId);
  if (row.hidden) throw new NamedError('gift-unknown');
  return row;
}

/**
 * Adds a gift (id null), or changes one.
 *
 * @returns its id, and the gift before the change
 * @throws NamedError `gift-unknown`, `gift-limit`
 */
export async function saveGift(
  tx: Tx,
  matchId: number,
  giftId: number | null,
  { form, now }: { readonly form: StoredGift; readonly now: number },
): Promise<{ readonly giftId: number; readonly before: GiftRow | null }> {
  await lockLive(tx, matchId);
  const columns = {
    ...{ name: form.giftName, price: toFen(form.price), votes: form.votes, hidden: form.hidden },
    picture_file_id: form.pictureFileId,
  };
  if (giftId !== null) {
    const before = await requireGift(tx, matchId, giftId);
    await tx.updateTable('gift').set(columns).where('gift_id', '=', giftId).execute();
    return { giftId, before };
  }
  if ((await readGifts(tx, matchId)).length >= LIMITS.giftsPerMatch) throw new NamedError('gift-limit');
  const { gift_id } = await tx
    .insertInto('gift')
    .values({ match_id: matchId, ...columns, created_at: new Date(now) })
    .returning('gift_id')
    .executeTakeFirstOrThrow();
  return { giftId: gift_id, before: null };
}

/** Deletes a gift; its records stay. @throws NamedError `gift-unknown` */
export async function removeGift(tx: Tx, matchId: number, giftId: number): Promise<GiftRow> {
  await lockLive(tx, matchId);
  const row = await requireGift(tx, matchId, giftId);
  await tx.deleteFrom('gift').where('gift_id', '=', giftId).execute();
  return row;
}

/** Returns the pictures that gifts and their records use; the clean-up may delete the others. */
export async function picturesOfGifts(tx: Tx, fileIds: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ picture_file_id: string }>`
    select file_id as picture_file_id from unnest(${[...fileIds]}::text[]) as file (file_id)
    where exists (select from gift where gift.picture_file_id = file_id)
      or exists (select from gift_order where gift_order.picture_file_id = file_id)
      or exists (select from gift_record where gift_record.picture_file_id = file_id)`.execute(tx);
  return new Set(rows.map(({ picture_file_id }) => picture_file_id));
}

/** Number of distinct pictures that the gifts and records of an account use. */
export async function countUsedPictures(db: Db, accountId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from stored_file where account_id = ${accountId} and kind = 'picture'
      and (exists (select from gift where gift.picture_file_id = file_id)
        or exists (select from gift_order where gift_order.picture_file_id = file_id)
        or exists (select from gift_record where gift_record.picture_file_id = file_id))`.execute(db);
  return rows[0]?.count ?? 0;
}
