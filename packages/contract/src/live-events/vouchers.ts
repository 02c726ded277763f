import { z } from 'zod';
import { emptyResult, id, instant, listOf, pageIndex, pageSize, text, uid } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { EDIT_MATCHES } from '../matches/matches.ts';
import { operation } from '../operation.ts';
import { yuan } from './live-event-fields.ts';

export const VOUCHER_STATES = ['open', 'used', 'expired', 'revoked'] as const;
export type VoucherState = (typeof VOUCHER_STATES)[number];

export const voucher = z.object({
  voucherId: id,
  label: z.string(),
  codeEnd: z.string().describe('last characters of the code'),
  amount: yuan,
  balance: yuan,
  expireTime: instant,
  createTime: instant,
  userName: z.string().describe('login'),
  state: z.enum(VOUCHER_STATES),
});
export type Voucher = z.output<typeof voucher>;

export const createVouchers = operation({
  name: 'createVouchers',
  group: 'live',
  summary: 'Creates vouchers with which viewers of a match buy gifts. Their codes are returned only once.',
  access: EDIT_MATCHES,
  effect: 'account',
  payload: z.object({
    uid,
    matchId: id,
    count: z.int().min(1).max(LIMITS.vouchersPerCall),
    amount: yuan.min(0.01).describe('of each, yuan'),
    label: text.trim().max(LIMITS.name).default(''),
    expireTime: instant.describe('at most two years from now'),
  }),
  result: z.object({ vouchers: z.array(z.object({ voucherId: id, code: z.string() })) }),
  errors: ['match-unknown', 'match-archived', 'voucher-limit', 'voucher-expiry'],
});

export const queryVouchers = operation({
  name: 'queryVouchers',
  group: 'live',
  summary: 'A page of the vouchers of a match, the newest first.',
  access: EDIT_MATCHES,
  effect: 'none',
  payload: z.object({
    uid,
    matchId: id,
    keywords: text.trim().max(LIMITS.name).default('').describe('part of the label, or the end of the code'),
    pageIndex,
    pageSize,
  }),
  result: listOf(voucher).extend({
    totals: z.object({ amount: z.number().describe('yuan'), balance: z.number().describe('yuan') }),
  }),
  errors: ['match-unknown'],
});

export const revokeVoucher = operation({
  name: 'revokeVoucher',
  group: 'live',
  summary: 'Ends vouchers at once. What was bought with them stays.',
  access: EDIT_MATCHES,
  effect: 'account',
  payload: z.object({ uid, matchId: id, voucherIds: z.array(id).min(1).max(LIMITS.vouchersPerCall) }),
  result: emptyResult,
  errors: ['match-unknown', 'voucher-unknown'],
});
