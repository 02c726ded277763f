import { z } from 'zod';
import { id, instant, listOf, pageIndex, pageSize, text, uid } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { VIEW_MATCHES } from '../matches/matches.ts';
import { operation } from '../operation.ts';
import { SHEET_FORMATS } from '../trackers/import.ts';

/** A bought gift. Name, price and picture are those of the time of the purchase. */
export const giftRecord = z.object({
  recordId: id,
  time: instant,
  giftName: z.string(),
  pictureUrl: z.string(),
  price: z.number().describe('yuan, of one'),
  count: z.int().positive(),
  total: z.number().describe('yuan'),
  votes: z.int().nonnegative().describe('votes added'),
  giver: z.string(),
  receiver: z.string().describe('number and name of the participant'),
  payment: z.enum(['voucher', 'provider']),
});
export type GiftRecord = z.output<typeof giftRecord>;

const filter = {
  matchId: id,
  keywords: text.trim().max(LIMITS.name).default('').describe('part of gift, giver or receiver'),
  startTime: instant.optional(),
  endTime: instant.optional(),
};
export const giftRecordFilter = z.object(filter);
export type GiftRecordFilter = z.output<typeof giftRecordFilter>;

export const queryMatchGiftsRecord = operation({
  name: 'queryMatchGiftsRecord',
  group: 'live',
  summary:
    'A page of the gift records of a match, the newest first, with the totals of all that match the filter.',
  access: VIEW_MATCHES,
  effect: 'none',
  payload: z.object({ uid, ...filter, pageIndex, pageSize }),
  result: listOf(giftRecord).extend({
    totals: z.object({
      count: z.int().nonnegative(),
      total: z.number().describe('yuan'),
      votes: z.int().nonnegative(),
    }),
  }),
  errors: ['match-unknown', 'time-order'],
});

export const exportMatchGiftsRecordExcel = operation({
  name: 'exportMatchGiftsRecordExcel',
  group: 'live',
  summary: 'Exports the gift records that match a filter to an .xlsx or .csv file, as a batch task.',
  access: VIEW_MATCHES,
  effect: 'own',
  payload: z.object({ uid, ...filter, format: z.enum(SHEET_FORMATS).default('xlsx') }),
  result: z.object({ taskProgressId: id }),
  errors: [
    'match-unknown',
    'time-order',
    'task-limit',
    'task-queue-full',
    'export-empty',
    'export-too-large',
  ],
});
