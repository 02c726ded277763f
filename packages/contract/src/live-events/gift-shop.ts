import { z } from 'zod';
import { id, instant } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { eventCode } from '../matches/event-page.ts';
import { operation } from '../operation.ts';
import { EVENT_ERRORS } from './comments.ts';
import { gift } from './gifts.ts';
import { clientKey, lineText, yuan } from './live-event-fields.ts';

const voucherCode = z
  .string()
  .trim()
  .min(1)
  .max(64)
  .describe('as printed; case, spaces and hyphens do not matter');

const purchase = {
  code: eventCode,
  clientKey,
  giftId: id,
  participantId: id.describe('who receives the votes'),
  count: z.int().min(1).max(LIMITS.giftCount),
  giver: lineText.max(LIMITS.viewerName),
};

export const queryGiftShop = operation({
  name: 'queryGiftShop',
  group: 'live',
  summary: 'The gifts that viewers of a live event can buy, the cheapest first.',
  access: 'public',
  effect: 'none',
  payload: z.object({ code: eventCode }),
  result: z.object({
    gifts: z.array(gift.omit({ hidden: true })),
    payment: z
      .boolean()
      .describe('whether gifts can be paid for through a payment provider; vouchers always'),
  }),
  errors: ['event-unknown'],
});

export const redeemVoucher = operation({
  name: 'redeemVoucher',
  group: 'live',
  summary: 'The balance of a voucher.',
  access: 'public',
  effect: 'none',
  payload: z.object({ code: eventCode, voucherCode }),
  result: z.object({ balance: yuan, expireTime: instant }),
  errors: ['event-unknown', 'voucher-unknown', 'voucher-expired', 'voucher-revoked'],
});

export const sendGift = operation({
  name: 'sendGift',
  group: 'live',
  summary: 'Buys gifts for a participant with a voucher.',
  access: 'public',
  effect: 'own',
  payload: z.object({ ...purchase, voucherCode }),
  result: z.object({
    balance: yuan.describe('of the voucher after the purchase'),
    total: z.number().describe('yuan'),
    votes: z.int().nonnegative().describe('votes added'),
  }),
  errors: [
    ...EVENT_ERRORS,
    'gift-unknown',
    'participant-unknown',
    'comment-refused',
    'voucher-unknown',
    'voucher-expired',
    'voucher-revoked',
    'voucher-balance',
    'gift-record-limit',
  ],
});

export const orderGift = operation({
  name: 'orderGift',
  group: 'live',
  summary: 'Orders gifts for a participant that are paid for at the payment provider.',
  access: 'public',
  effect: 'own',
  payload: z.object(purchase),
  result: z.object({
    orderId: z.uuid(),
    payUrl: z.string().describe('page of the payment provider'),
    total: z.number().describe('yuan'),
  }),
  errors: [
    ...EVENT_ERRORS,
    'payment-off',
    'payment-failed',
    'gift-unknown',
    'participant-unknown',
    'comment-refused',
    'gift-free',
    'gift-record-limit',
  ],
});

export const queryGiftOrder = operation({
  name: 'queryGiftOrder',
  group: 'live',
  summary: 'Whether ordered gifts are paid for.',
  access: 'public',
  effect: 'none',
  payload: z.object({ code: eventCode, orderId: z.uuid().max(36) }),
  result: z.object({ paid: z.boolean() }),
  errors: ['event-unknown', 'gift-order-unknown'],
});
