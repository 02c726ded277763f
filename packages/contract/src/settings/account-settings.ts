import { z } from 'zod';
import { emptyResult, id, imei, instant, listOf, uid } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { operation } from '../operation.ts';

const ROLE = 'eob_plugin_sys_conf';

/**
 * Why reports of a registered device are refused. Where its account demands proof, `no-proof`: its protocol has no way to
 * prove who sends; `not-proved`: the device has not proved it, or with a wrong code. `other-protocol`: it may report by
 * another protocol alone.
 */
export const REFUSALS = ['no-proof', 'not-proved', 'other-protocol'] as const;
export type Refusal = (typeof REFUSALS)[number];

/** Settings of an account that devices and their history depend on. */
export const accountSettings = z.object({
  devicePassword: imei.describe('first password of a device that is registered without one'),
  deviceAuth: z
    .boolean()
    .describe('whether devices must prove who they are; those whose protocol cannot are refused'),
  retentionDays: z
    .int()
    .min(1)
    .max(LIMITS.retentionDays)
    .describe('days for which positions and the audit log are kept'),
});
export type AccountSettings = z.infer<typeof accountSettings>;

export const queryAccountSettings = operation({
  name: 'queryAccountSettings',
  summary: "The account's settings for its devices and their history.",
  access: { permission: 'administrator', roles: [ROLE], person: true },
  effect: 'none',
  payload: z.object({ uid }),
  result: accountSettings.extend({
    abilities: z.object({ retention: z.boolean().describe('whether the reader may change `retentionDays`') }),
  }),
  errors: [],
});

export const editAccountSettings = operation({
  name: 'editAccountSettings',
  summary:
    'Changes the given settings; the others stay. How long the history is kept is for the holder to change.',
  access: { permission: 'administrator', roles: [ROLE], person: true },
  effect: 'account',
  payload: accountSettings.partial().extend({ uid }),
  result: emptyResult,
  errors: [],
});

export const countRetentionLoss = operation({
  name: 'countRetentionLoss',
  summary: 'What would be erased if the account kept its history for so many days.',
  access: { permission: 'holder', roles: [ROLE], person: true },
  effect: 'none',
  payload: z.object({ uid, retentionDays: accountSettings.shape.retentionDays }),
  result: z.object({
    before: instant.describe('what is older goes'),
    trackers: z
      .int()
      .max(LIMITS.lossCounted)
      .describe('trackers that have older positions; counting stops at `LIMITS.lossCounted`'),
    auditEntries: z
      .int()
      .max(LIMITS.lossCounted)
      .describe('older entries of the audit log, counted so far as well'),
  }),
  errors: [],
});

export const queryRefusedDevices = operation({
  name: 'queryRefusedDevices',
  summary: 'Devices of the account whose reports were refused in the last 30 days, the latest first.',
  access: { permission: 'administrator', roles: [ROLE] },
  effect: 'none',
  payload: z.object({ uid }),
  result: listOf(
    z.object({
      trackerId: id,
      trackerName: z.string(),
      imei: z.string(),
      protocol: z.string(),
      reason: z.enum(REFUSALS),
      address: z.string(),
      firstTime: instant,
      lastTime: instant,
      count: z.int(),
    }),
  ),
  errors: [],
});
