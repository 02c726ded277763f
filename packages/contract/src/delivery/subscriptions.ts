import { DELIVERY_CHANNELS, DIGEST_MINUTES } from '@wakeline/domain/delivery/delivery';
import { NOTICE_TYPES } from '@wakeline/domain/notices/notice-type';
import { z } from 'zod';
import { emptyResult, id, listOf, uid } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { operation } from '../operation.ts';
import { DELIVERY_ACCESS } from './recipients.ts';

const minuteOfDay = z.int().min(0).max(1_439);

export const subscriptionScope = z.discriminatedUnion('type', [
  z.object({ type: z.literal('all') }),
  z.object({
    type: z.literal('groups'),
    groupIds: z.array(id).min(1).max(LIMITS.subscriptionGroups).describe('these groups with their subgroups'),
  }),
  z.object({ type: z.literal('trackers'), trackerIds: z.array(id).min(1).max(LIMITS.subscriptionTrackers) }),
]);
export type SubscriptionScope = z.infer<typeof subscriptionScope>;

export const subscriptionForm = z.object({
  recipientId: id,
  channel: z.enum(DELIVERY_CHANNELS),
  msgTypes: z.array(z.enum(NOTICE_TYPES)).max(NOTICE_TYPES.length).describe('empty: all types'),
  ruleIds: z
    .array(id)
    .max(LIMITS.subscriptionRules)
    .describe('not empty: only notices of these rules, whose types `msgTypes` must not restrict'),
  scope: subscriptionScope,
  quietHours: z
    .object({ from: minuteOfDay, to: minuteOfDay })
    .nullable()
    .describe(
      "minutes of the day in the account's time zone; `to` before `from`: over midnight. SOS is sent anyway",
    ),
  digestMinutes: z
    .literal(DIGEST_MINUTES)
    .describe('collects notices to one message for this time, except SOS; 0: does not'),
  escalateMinutes: z
    .int()
    .min(0)
    .max(LIMITS.escalateMinutes)
    .describe(
      'sends only alarms that nobody has acknowledged, and other notices that nobody has opened, within this time; 0: all, at once',
    ),
  enabled: z.boolean(),
});
export type SubscriptionForm = z.infer<typeof subscriptionForm>;

export const subscription = subscriptionForm.extend({
  subscriptionId: id,
  recipientName: z.string(),
  removed: z
    .object({ ruleIds: z.array(id), groupIds: z.array(id), trackerIds: z.array(id) })
    .describe('rules, groups and devices of this subscription that no longer exist: nothing of them matches'),
  isConfirmed: z.boolean().describe('false: nothing is sent before the address is confirmed'),
  isUnsubscribed: z.boolean().describe('the owner of the address has ended its e-mails'),
});
export type Subscription = z.infer<typeof subscription>;

const FORM_ERRORS = [
  'recipient-unknown',
  'channel-unavailable',
  'group-unknown',
  'tracker-unknown',
  'rule-unknown',
  'subscription-rules-types',
  'subscription-webhook-times',
  'subscription-quiet-empty',
] as const;

export const querySubscriptions = operation({
  name: 'querySubscriptions',
  summary: 'Which notices are sent to which recipients, in the order of escalation.',
  access: DELIVERY_ACCESS,
  effect: 'none',
  payload: z.object({ uid }),
  result: listOf(subscription).extend({
    rules: z.array(z.object({ ruleId: id, ruleName: z.string() })).describe('rules of the account, by name'),
  }),
  errors: [],
});

export const addSubscription = operation({
  name: 'addSubscription',
  summary: 'Sends new notices of these types or rules, and of these devices, to a recipient.',
  access: DELIVERY_ACCESS,
  effect: 'account',
  bodyBytes: 65_536,
  payload: subscriptionForm.extend({ uid }),
  result: z.object({ subscriptionId: id }),
  errors: ['subscription-limit', ...FORM_ERRORS],
});

export const editSubscription = operation({
  name: 'editSubscription',
  summary: 'Replaces a subscription. Messages that wait are sent as they were.',
  access: DELIVERY_ACCESS,
  effect: 'account',
  bodyBytes: 65_536,
  payload: subscriptionForm.extend({ uid, subscriptionId: id }),
  result: emptyResult,
  errors: ['subscription-unknown', ...FORM_ERRORS],
});

export const removeSubscription = operation({
  name: 'removeSubscription',
  summary: 'Removes a subscription with its messages that wait.',
  access: DELIVERY_ACCESS,
  effect: 'account',
  payload: z.object({ uid, subscriptionId: id }),
  result: emptyResult,
  errors: ['subscription-unknown'],
});
