import { z } from 'zod';
import { emptyResult, text, uid } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { operation } from '../operation.ts';
import { SATELLITE_ROLES } from '../roles.ts';

const read = { permission: 'viewer', roles: SATELLITE_ROLES } as const;
const change = { permission: 'administrator', roles: SATELLITE_ROLES } as const;

/** Longer and more ones are refused with the name of the error. */
const words = z.array(text.max(24)).max(10);

export const addressConvention = z.object({
  cardPrefix: text.max(16).describe('stands before the card number of another terminal'),
  wechatWords: words.describe('address of the WeChat users of the account'),
  weiboWords: words.describe('address of Weibo'),
  weatherWords: words.describe('address of the weather helper'),
});

export const monthlyQuota = z
  .int()
  .min(0)
  .max(LIMITS.satelliteQuota)
  .nullable()
  .describe('cost units of messages to terminals in a month; null: without limit');

export const querySatelliteSettings = operation({
  name: 'querySatelliteSettings',
  summary:
    "Settings of satellite messages: how terminals address their messages, and the monthly quota with what is used of it. A month is one of the account's time zone.",
  access: read,
  effect: 'none',
  payload: z.object({ uid }),
  result: z.object({
    convention: addressConvention,
    defaultConvention: addressConvention,
    monthlyQuota,
    usage: z.object({
      month: z.string().describe('2026-11'),
      costUnits: z
        .int()
        .nonnegative()
        .describe('transmissions of messages to terminals that the quota admitted'),
      waitingMessages: z.int().nonnegative().describe('messages that wait for the quota'),
    }),
    abilities: z.object({ change: z.boolean() }),
  }),
  errors: [],
});
export type SatelliteSettings = z.infer<(typeof querySatelliteSettings)['result']>;

export const editSatelliteConvention = operation({
  name: 'editSatelliteConvention',
  summary:
    'Replaces the convention of addresses. `field` in `details` is the first field that is refused, `word` the word in it.',
  access: change,
  effect: 'account',
  payload: z.object({ uid, convention: addressConvention }),
  result: emptyResult,
  errors: [
    'convention-prefix-invalid',
    'convention-word-invalid',
    'convention-words-limit',
    'convention-words-missing',
    'convention-word-ambiguous',
  ],
});

export const editSatelliteQuota = operation({
  name: 'editSatelliteQuota',
  summary:
    'Sets the monthly quota. Messages over it wait until the next month; those that wait and fit a higher one are sent at once.',
  access: change,
  effect: 'account',
  payload: z.object({ uid, monthlyQuota }),
  result: z.object({ admittedMessages: z.int().nonnegative().describe('messages that no longer wait') }),
  errors: [],
});
