import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { hasRefusedWord } from '@wakeline/domain/live-events/refused-words';
import type { Db, Tx } from '../db/database.ts';
import type { StoredPurchase } from '../db/schema.ts';
import { findParticipant } from '../races/event-match.ts';
import { requireEvent } from './event-access.ts';
import { requireOfferedGift } from './gifts.ts';
import { type LockedLive, lockLive, type MatchLive, notifyLive } from './match-live.ts';
import { addToMinute } from './match-minutes.ts';
import { lockVoucher, requireUsable, writeBalance } from './vouchers.ts';

/** What a viewer buys. */
export interface PurchaseRequest {
  /** Of the public page. */
  readonly code: string;
  readonly clientKey: string;
  readonly giftId: number;
  readonly participantId: number;
  readonly count: number;
  readonly giver: string;
}

/** How a purchase is paid for. */
type Payment = { readonly voucherId: number } | { readonly orderId: string };

/** Money in fen. */
export interface Bought {
  readonly balance: number;
  readonly total: number;
  readonly votes: number;
}

/** Fen. */
export function totalOf({ price, count }: Pick<StoredPurchase, 'price' | 'count'>): number {
  return price * count;
}

/**
 * Describes a purchase with the present name, price and picture of the gift.
 *
 * @throws NamedError `event-unknown`, `event-closed`, `gift-unknown`, `participant-unknown`, `comment-refused`, `gift-record-limit`
 */
export async function describePurchase(
  db: Db,
  { match_id: matchId, match, words, last_gift: lastGift }: LockedLive,
  { code, giftId, participantId, count, giver }: PurchaseRequest,
): Promise<StoredPurchase> {
  requireEvent(match, code);
  const gift = await requireOfferedGift(db, matchId, giftId);
  const participant = await findParticipant(db, matchId, participantId);
  if (participant === null) throw new NamedError('participant-unknown');
  if (hasRefusedWord([giver], words)) throw new NamedError('comment-refused');
  if (lastGift >= LIMITS.giftRecordsPerMatch) throw new NamedError('gift-record-limit');
  return {
    ...{ giftId, giftName: gift.name, pictureFileId: gift.picture_file_id, price: gift.price, count },
    ...{ votes: gift.votes * count, giver, participantId },
    receiver: `${participant.number} ${participant.name}`.trim(),
  };
}

/**
 * Buys gifts with a voucher: takes the price and stores the record in one transaction, which holds the locks of the match and of
 * the voucher. A repeated client key has the outcome of the first request and takes nothing.
 *
 * @throws NamedError `voucher-unknown`, `voucher-revoked`, `voucher-expired`, `voucher-balance` and those of `describePurchase`
 */
export function buyWithVoucher(
  db: Db,
  matchId: number,
  { voucherCode, ...request }: PurchaseRequest & { readonly voucherCode: string },
  now: number,
): Promise<Bought> {
  return db.transaction().execute(async (tx) => {
    const live = await lockLive(tx, matchId);
    const voucher = await lockVoucher(tx, matchId, voucherCode);
    const earlier = await findRecord(tx, matchId, request.clientKey);
    if (earlier !== null) return { ...earlier, balance: voucher.balance };
    requireUsable(voucher, now);
    const purchase = await describePurchase(tx, live, request);
    const total = totalOf(purchase);
    const balance = voucher.balance - total;
    if (balance < 0) throw new NamedError('voucher-balance');
    await writeBalance(tx, voucher.voucher_id, balance);
    await storeRecord(tx, live, {
      ...{ purchase, clientKey: request.clientKey, now },
      payment: { voucherId: voucher.voucher_id },
    });
    return { balance, total, votes: purchase.votes };
  });
}

/** The record of a client key; null: there is none yet. */
async function findRecord(tx: Tx, matchId: number, clientKey: string) {
  const row = await tx
    .selectFrom('gift_record')
    .where('match_id', '=', matchId)
    .where('client_key', '=', clientKey)
    .select(['total', 'votes'])
    .executeTakeFirst();
  return row ?? null;
}

/** Stores bought gifts, which are paid for. The counters of the match are locked. */
export async function storeRecord(
  tx: Tx,
  { match_id: matchId, last_gift: lastGift }: MatchLive,
  {
    purchase,
    clientKey,
    payment,
    now,
  }: {
    readonly purchase: StoredPurchase;
    readonly clientKey: string;
    readonly payment: Payment;
    readonly now: number;
  },
): Promise<void> {
  const number = lastGift + 1;
  const { count, votes } = purchase;
  const total = totalOf(purchase);
  await tx
    .insertInto('gift_record')
    .values({
      ...{ match_id: matchId, number, client_key: clientKey, gift_name: purchase.giftName },
      ...{ picture_file_id: purchase.pictureFileId, price: purchase.price, count },
      ...{ total, votes, giver: purchase.giver, receiver: purchase.receiver },
      gift_id: purchase.giftId,
      participant_id: purchase.participantId,
      voucher_id: 'voucherId' in payment ? payment.voucherId : null,
      order_id: 'orderId' in payment ? payment.orderId : null,
      created_at: new Date(now),
    })
    .execute();
  await tx.updateTable('match_live').set({ last_gift: number }).where('match_id', '=', matchId).execute();
  await addToMinute(tx, matchId, now, { gifts: count, total, votes });
  await notifyLive(tx, matchId);
}
