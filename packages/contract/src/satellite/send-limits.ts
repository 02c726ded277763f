import { ALL_TERMINAL_GATEWAYS, SATELLITE_NETWORKS } from '@wakeline/domain/satellite/networks';
import { z } from 'zod';
import { id, instant, uid } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { operation } from '../operation.ts';
import { SATELLITE_ROLES } from '../roles.ts';
import { monthlyQuota } from './settings.ts';

const sendLimit = z.object({
  bdUserId: id,
  bdUserName: z.string(),
  cardNumber: z.string(),
  network: z.enum(SATELLITE_NETWORKS),
  trackerName: z.string().nullable().describe('the device that carries the terminal; null: none'),
  level: z.int().nullable().describe('of a BeiDou card; null: not known'),
  bits: z.int().nullable().describe('longest message; null: by the level, or by the network'),
  gateway: z
    .enum(ALL_TERMINAL_GATEWAYS)
    .nullable()
    .describe('by which a message is sent; null: no gateway that reaches the terminal is configured'),
  waiting: z.int().nonnegative().describe('messages that wait for the terminal'),
  connected: z
    .boolean()
    .describe('false: its gateway has no connection now, so a message waits until it has one'),
  earliestTime: instant
    .nullable()
    .describe('when the next message can be sent, as far as its lane and service frequency say; null: never'),
});
export type BdSendLimit = z.infer<typeof sendLimit>;

const sendQuota = z.object({
  monthlyQuota,
  costUnits: z.int().nonnegative().describe("used in this month of the account's time zone"),
});
export type BdSendQuota = z.infer<typeof sendQuota>;

export const queryBdSendLimits = operation({
  name: 'queryBdSendLimits',
  summary:
    'What limits messages to these terminals: capacity, gateway, when the next one can be sent at the earliest, and the monthly quota of the account.',
  access: { permission: 'viewer', roles: SATELLITE_ROLES },
  effect: 'none',
  payload: z.object({ uid, bdUserIds: z.array(id).min(1).max(LIMITS.satelliteReceivers) }),
  result: z.object({
    list: z.array(sendLimit).describe('by name'),
    quota: sendQuota,
    abilities: z.object({ send: z.boolean(), urgent: z.boolean() }),
  }),
  errors: ['communication-account-unknown'],
});
