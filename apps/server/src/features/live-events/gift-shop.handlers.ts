import { NamedError } from '@wakeline/contract/errors';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../../db/database.ts';
import type { Call } from '../../http/call.ts';
import type { Handlers } from '../../http/handler.ts';
import { limitKey } from '../../identity/limit-key.ts';
import type { EventCodes } from '../../live-events/event-codes.ts';
import { FloodGuard } from '../../live-events/flood-limits.ts';
import { isPaid, orderGifts } from '../../live-events/gift-orders.ts';
import { readGifts, toGift } from '../../live-events/gifts.ts';
import { toYuan } from '../../live-events/money.ts';
import type { PaymentProvider } from '../../live-events/payment-provider.ts';
import { buyWithVoucher } from '../../live-events/purchases.ts';
import { findVoucher, requireUsable } from '../../live-events/vouchers.ts';
import { openEvent } from '../../races/open-event.ts';

type ShopOperation = 'orderGift' | 'queryGiftOrder' | 'queryGiftShop' | 'redeemVoucher' | 'sendGift';

export interface ShopDependencies {
  readonly db: Db;
  readonly codes: EventCodes;
  readonly addressOf: (fileId: string) => string;
  /** Null: gifts are bought with vouchers only. */
  readonly payments: PaymentProvider | null;
  readonly log: FastifyBaseLogger;
}

/** Purchases of one address, and codes that it tries in vain. */
const PURCHASES = { burst: 60, perSecond: 5 };
const WRONG_CODES = { burst: 20, perSecond: 1 / 30 };

/** What viewers of a live event buy, by the code of its page. */
export function shopHandlers({
  db,
  codes,
  addressOf,
  payments,
  log,
}: ShopDependencies): Pick<Handlers, ShopOperation> {
  const [purchases, wrongCodes] = [new FloodGuard(PURCHASES), new FloodGuard(WRONG_CODES)];

  /** Counts an attempt with a voucher code, unless the code exists. */
  async function countingGuesses<Result>(
    { address, now }: Pick<Call, 'address' | 'now'>,
    attempt: () => Promise<Result>,
  ): Promise<Result> {
    const key = limitKey(address);
    wrongCodes.take(key, now);
    try {
      const result = await attempt();
      wrongCodes.giveBack(key, now);
      return result;
    } catch (error) {
      const isGuess = error instanceof NamedError && error.errorName === 'voucher-unknown';
      if (!isGuess) wrongCodes.giveBack(key, now);
      throw error;
    }
  }

  return {
    async queryGiftShop({ code }) {
      const { match_id: matchId } = await openEvent(db, code);
      const gifts = (await readGifts(db, matchId)).filter(({ hidden }) => !hidden);
      return {
        gifts: gifts.map((row) => {
          const { hidden: _, ...gift } = toGift(row, addressOf);
          return gift;
        }),
        payment: payments !== null,
      };
    },

    async redeemVoucher({ code, voucherCode }, _anonymous, call) {
      const { match_id: matchId } = await openEvent(db, code);
      const voucher = await countingGuesses(call, () => findVoucher(db, matchId, voucherCode));
      requireUsable(voucher, call.now);
      return { balance: toYuan(voucher.balance), expireTime: voucher.expires_at.getTime() };
    },

    async sendGift({ voucherCode, ...request }, _anonymous, call) {
      purchases.take(limitKey(call.address), call.now);
      const matchId = await codes.matchIdOf(request.code);
      const bought = await countingGuesses(call, () =>
        buyWithVoucher(db, matchId, { ...request, voucherCode }, call.now),
      );
      return { balance: toYuan(bought.balance), total: toYuan(bought.total), votes: bought.votes };
    },

    async orderGift(request, _anonymous, { address, now }) {
      if (payments === null) throw new NamedError('payment-off');
      purchases.take(limitKey(address), now);
      const matchId = await codes.matchIdOf(request.code);
      const onFailure = (error: unknown) =>
        log.warn({ err: error }, 'the payment provider did not open an order');
      const order = await orderGifts(db, { provider: payments, onFailure }, matchId, { request, now });
      return { orderId: order.order_id, payUrl: order.pay_url, total: toYuan(order.total) };
    },

    async queryGiftOrder({ code, orderId }) {
      const { match_id: matchId } = await openEvent(db, code);
      return { paid: await isPaid(db, matchId, orderId) };
    },
  };
}
