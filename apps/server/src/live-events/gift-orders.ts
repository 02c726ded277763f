import { randomUUID } from 'node:crypto';
import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { Selectable } from 'kysely';
import { type Db, sqlStateOf, type Tx } from '../db/database.ts';
import type { Schema, StoredPurchase } from '../db/schema.ts';
import { findParticipant } from '../races/event-match.ts';
import { readGifts } from './gifts.ts';
import { lockLive } from './match-live.ts';
import type { PaymentNotice, PaymentProvider } from './payment-provider.ts';
import { describePurchase, type PurchaseRequest, storeRecord, totalOf } from './purchases.ts';

export type OrderRow = Selectable<Schema['gift_order']>;

/** PostgreSQL, appendix A. */
const UNIQUE_VIOLATION = '23505';
/** Orders that are not paid for leave after this time, milliseconds. */
const OPEN_MS = 7 * 86_400_000;

/** The order of a client key; null: there is none yet. */
async function findOrder(db: Db, matchId: number, clientKey: string): Promise<OrderRow | null> {
  const row = await db
    .selectFrom('gift_order')
    .where('match_id', '=', matchId)
    .where('client_key', '=', clientKey)
    .selectAll()
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Opens an order at the payment provider. A repeated client key returns the first order.
 *
 * @throws NamedError `payment-failed`, `gift-free` and those of `describePurchase`
 */
export async function orderGifts(
  db: Db,
  {
    provider,
    onFailure,
  }: { readonly provider: PaymentProvider; readonly onFailure: (error: unknown) => void },
  matchId: number,
  { request, now }: { readonly request: PurchaseRequest; readonly now: number },
): Promise<OrderRow> {
  const earlier = await findOrder(db, matchId, request.clientKey);
  if (earlier !== null) return earlier;
  const purchase = await db.transaction().execute(async (tx) => {
    const live = await lockLive(tx, matchId);
    await requireRoom(tx, matchId);
    return describePurchase(tx, live, request);
  });
  const total = totalOf(purchase);
  if (total === 0) throw new NamedError('gift-free');
  const orderId = randomUUID();
  const subject = `${purchase.giftName} × ${purchase.count}`;
  // Without a transaction: the provider may take seconds.
  const payUrl = await provider.open({ orderId, total, subject }).catch((error: unknown) => {
    onFailure(error);
    throw new NamedError('payment-failed');
  });
  return insertOrder(db, { orderId, matchId, clientKey: request.clientKey, purchase, total, payUrl, now });
}

async function requireRoom(tx: Tx, matchId: number): Promise<void> {
  const { open } = await tx
    .selectFrom('gift_order')
    .where('match_id', '=', matchId)
    .where('paid_at', 'is', null)
    .select((select) => select.fn.countAll<number>().as('open'))
    .executeTakeFirstOrThrow();
  if (open >= LIMITS.openOrdersPerMatch) throw new NamedError('gift-record-limit');
}

async function insertOrder(
  db: Db,
  order: {
    readonly orderId: string;
    readonly matchId: number;
    readonly clientKey: string;
    readonly purchase: StoredPurchase;
    readonly total: number;
    readonly payUrl: string;
    readonly now: number;
  },
): Promise<OrderRow> {
  try {
    return await db.transaction().execute((tx) =>
      tx
        .insertInto('gift_order')
        .values({
          ...{ order_id: order.orderId, match_id: order.matchId, client_key: order.clientKey },
          ...{
            purchase: JSON.stringify(order.purchase),
            picture_file_id: order.purchase.pictureFileId,
            pay_url: order.payUrl,
          },
          total: order.total,
          created_at: new Date(order.now),
        })
        .returningAll()
        .executeTakeFirstOrThrow(),
    );
  } catch (error) {
    // The same request arrived twice at once: both get the order that was stored first.
    const earlier =
      sqlStateOf(error) === UNIQUE_VIOLATION ? await findOrder(db, order.matchId, order.clientKey) : null;
    if (earlier !== null) return earlier;
    throw error;
  }
}

/** Whether an order is paid for. @throws NamedError `gift-order-unknown` */
export async function isPaid(db: Db, matchId: number, orderId: string): Promise<boolean> {
  const row = await db
    .selectFrom('gift_order')
    .where('order_id', '=', orderId)
    .where('match_id', '=', matchId)
    .select('paid_at')
    .executeTakeFirst();
  if (row === undefined) throw new NamedError('gift-order-unknown');
  return row.paid_at !== null;
}

/** What became of a notice. `repeated`: the order was paid already, and nothing was stored. */
export type Settlement = 'stored' | 'repeated' | 'unknown' | 'wrong-total';

/** Stores the gift record of a paid order, once however often the provider reports it. */
export function settleOrder(db: Db, { orderId, total }: PaymentNotice, now: number): Promise<Settlement> {
  return db.transaction().execute(async (tx) => {
    const found = await tx
      .selectFrom('gift_order')
      .where('order_id', '=', orderId)
      .select('match_id')
      .executeTakeFirst();
    if (found === undefined) return 'unknown';
    const live = await lockLive(tx, found.match_id);
    const order = await tx
      .selectFrom('gift_order')
      .where('order_id', '=', orderId)
      .selectAll()
      .forUpdate()
      .executeTakeFirst();
    if (order === undefined) return 'unknown';
    if (order.total !== total) return 'wrong-total';
    if (order.paid_at !== null) return 'repeated';
    await tx
      .updateTable('gift_order')
      .set({ paid_at: new Date(now) })
      .where('order_id', '=', orderId)
      .execute();
    const purchase = await withoutRemoved(tx, order);
    // Not the key of the client, who may have sent it with a voucher, too: a paid order is always recorded.
    await storeRecord(tx, live, { purchase, clientKey: orderId, payment: { orderId }, now });
    return 'stored';
  });
}

/** The gift and the participant may have been removed since the order: the record keeps their names. */
async function withoutRemoved(tx: Tx, { match_id: matchId, purchase }: OrderRow) {
  const gifts = await readGifts(tx, matchId);
  const participant =
    purchase.participantId === null ? null : await findParticipant(tx, matchId, purchase.participantId);
  return {
    ...purchase,
    giftId: gifts.find(({ gift_id }) => gift_id === purchase.giftId)?.gift_id ?? null,
    participantId: participant?.participant_id ?? null,
  };
}

/** Orders that nobody paid for. */
export async function dropOldOrders(tx: Tx, now: number): Promise<void> {
  await tx
    .deleteFrom('gift_order')
    .where('paid_at', 'is', null)
    .where('created_at', '<', new Date(now - OPEN_MS))
    .execute();
}
