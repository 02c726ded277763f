import type { ActivityMinimums } from '@wakeline/domain/activity/minimums';
import type { ReplayRule } from '@wakeline/domain/tracks/track-activities';
import { z } from 'zod';
import { emptyResult, id, imei, instant, listOf, uid } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { operation } from '../operation.ts';

const ROLE = 'eob_plugin_sys_conf';

/**
 * Why reports of a registered device are rejected. If the account requires authentication, `no-proof`: the protocol
 * does not support it; `not-proved`: the device did not authenticate, or with a wrong code. `other-protocol`: the
 * device may only use another protocol.
 */
export const REJECTION_REASONS = ['no-proof', 'not-proved', 'other-protocol'] as const;
export type RejectionReason = (typeof REJECTION_REASONS)[number];

const hour = z.int().min(0).max(23);

/** Settings of an account that devices and their history depend on. */
export const accountSettings = z.object({
  devicePassword: imei.describe('initial password of devices registered without one'),
  deviceAuth: z
    .boolean()
    .describe('whether devices must authenticate; devices whose protocol does not support it are rejected'),
  retentionDays: z
    .int()
    .min(1)
    .max(LIMITS.retentionDays)
    .describe('retention of positions and the audit log, in days'),
  offlineMinutes: z
    .int()
    .min(1)
    .max(LIMITS.offlineMinutes)
    .describe('minutes without a message after which a device is offline'),
  movingSpeed: z
    .int()
    .min(1)
    .max(LIMITS.movingSpeed)
    .describe('speed from which a stationary device counts as moving, in km/h'),
  minTripMetres: z
    .int()
    .min(0)
    .max(LIMITS.minTripMetres)
    .describe('metres that a trip needs to be counted and listed'),
  minTripMinutes: z.int().min(0).max(LIMITS.minActivityMinutes).describe('the same in minutes'),
  minStopMinutes: z
    .int()
    .min(LIMITS.shortestStopMinutes)
    .max(LIMITS.minActivityMinutes)
    .describe('minutes that a stop needs to be counted and listed'),
  gapMinutes: z
    .int()
    .min(LIMITS.shortestGapMinutes)
    .max(LIMITS.gapMinutes)
    .describe('minutes between two fixes from which nothing is known about the time between them'),
  nightStart: hour.describe('hour of the day at which the night starts, in the time zone of the account'),
  nightEnd: hour.describe('hour at which it ends; the same as its start: there is no night'),
});

export type AccountSettings = z.infer<typeof accountSettings>;

/** The settings that decide trips, stops and gaps in a replay. */
export const replayRule = accountSettings.pick({ movingSpeed: true, gapMinutes: true, minStopMinutes: true });

/** The settings that decide the figures of reports. */
export const reportSettings = accountSettings.pick({
  movingSpeed: true,
  minTripMetres: true,
  minTripMinutes: true,
  minStopMinutes: true,
  gapMinutes: true,
  nightStart: true,
  nightEnd: true,
});
export type ReportSettings = z.infer<typeof reportSettings>;

const MINUTE_MS = 60_000;

export function toMinimums({
  minTripMetres,
  minTripMinutes,
  minStopMinutes,
}: Pick<ReportSettings, 'minTripMetres' | 'minTripMinutes' | 'minStopMinutes'>): ActivityMinimums {
  return {
    minTripMetres,
    minTripMs: minTripMinutes * MINUTE_MS,
    minStopMs: minStopMinutes * MINUTE_MS,
  };
}

export function toReplayRule(settings: z.infer<typeof replayRule>): ReplayRule {
  const { movingSpeed, gapMinutes, minStopMinutes } = settings;
  return { movingSpeed, gapMs: gapMinutes * MINUTE_MS, minStopMs: minStopMinutes * MINUTE_MS };
}

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
  summary: 'Changes the given settings. Only the holder can change `retentionDays`.',
  access: { permission: 'administrator', roles: [ROLE], person: true },
  effect: 'account',
  payload: accountSettings.partial().extend({ uid }),
  result: emptyResult,
  errors: [],
});

export const countRetentionLoss = operation({
  name: 'countRetentionLoss',
  summary: 'Counts what a retention of this many days would delete.',
  access: { permission: 'holder', roles: [ROLE], person: true },
  effect: 'none',
  payload: z.object({ uid, retentionDays: accountSettings.shape.retentionDays }),
  result: z.object({
    before: instant.describe('data older than this would be deleted'),
    trackers: z
      .int()
      .max(LIMITS.retentionCount)
      .describe('trackers with older positions; counting stops at `LIMITS.retentionCount`'),
    auditEntries: z
      .int()
      .max(LIMITS.retentionCount)
      .describe('older entries of the audit log; counting stops at the same limit'),
  }),
  errors: [],
});

const limit = z.int().min(0).nullable().describe('set by the operator; null: unlimited');

export const queryAccountLimits = operation({
  name: 'queryAccountLimits',
  summary: 'What the operator limits the account to, and how much of it is used.',
  access: { permission: 'administrator', roles: [ROLE], person: true },
  effect: 'none',
  payload: z.object({ uid }),
  result: z.object({
    positionsPerSecond: z.object({
      limit,
      used: z.number().nullable().describe('of the last seconds; null: without a limit it is not measured'),
      limitedAt: instant
        .nullable()
        .describe('when devices last had to wait because of the limit, in the last 30 days'),
    }),
    consoles: z.object({ limit, used: z.int().describe('open consoles') }),
    fileBytes: z.object({ limit, used: z.int().describe('bytes of all stored files') }),
  }),
  errors: [],
});

export const queryRefusedDevices = operation({
  name: 'queryRefusedDevices',
  summary: 'Devices of the account whose reports were rejected in the last 30 days, most recent first.',
  access: { permission: 'administrator', roles: [ROLE] },
  effect: 'none',
  payload: z.object({ uid }),
  result: listOf(
    z.object({
      trackerId: id,
      trackerName: z.string(),
      imei: z.string(),
      protocol: z.string(),
      reason: z.enum(REJECTION_REASONS),
      address: z.string(),
      firstTime: instant,
      lastTime: instant,
      count: z.int(),
    }),
  ),
  errors: [],
});
