import { DELIVERY_REASONS } from '@wakeline/domain/delivery/delivery';
import { FORWARD_CONTENTS, MQTT_VERSIONS } from '@wakeline/domain/delivery/forwarding';
import { z } from 'zod';
import { emptyResult, id, instant, listOf, name, text, uid } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { operation } from '../operation.ts';
import { SHAPES, shapeParams } from '../shapes.ts';
import { DELIVERY_ACCESS } from './recipients.ts';
import { subscriptionScope } from './subscriptions.ts';

const url = text.trim().min(1).max(1_000);
const common = {
  targetName: name,
  contents: z.array(z.enum(FORWARD_CONTENTS)).min(1).max(FORWARD_CONTENTS.length),
  scope: subscriptionScope,
  enabled: z
    .boolean()
    .describe('false: nothing is stored for it, and what waits is dropped; the counters stay'),
};

/** A system to which positions and events are forwarded. */
export const forwardTargetForm = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('http'),
    ...common,
    url: url.describe('https or http; redirects are not followed'),
  }),
  z.object({
    kind: z.literal('mqtt'),
    ...common,
    url: url.describe('broker: `mqtts://host:8883` or `mqtt://host:1883`'),
    topic: text
      .trim()
      .max(LIMITS.forwardTopic)
      .refine(SHAPES.topic.isValid, shapeParams('topic'))
      .describe('of all messages'),
    userName: text.trim().min(1).max(256).nullable(),
    protocolVersion: z.enum(MQTT_VERSIONS),
  }),
]);
export type ForwardTargetForm = z.infer<typeof forwardTargetForm>;

/** Written only: no operation returns it. */
const password = text
  .min(1)
  .max(1_000)
  .nullable()
  .optional()
  .describe(
    'of MQTT: the password; of HTTP: a token, sent as `Authorization: Bearer`. null: none; omitted: unchanged',
  );

export const forwardTarget = z.object({
  targetId: id,
  form: forwardTargetForm,
  removed: z
    .object({ groupIds: z.array(id), trackerIds: z.array(id) })
    .describe('what its scope names and was deleted'),
  hasPassword: z.boolean(),
  secret: z.string().nullable().describe('of HTTP: the key of the signatures'),
  waiting: z.int().nonnegative().describe('positions and events that wait'),
  waitingSince: instant.nullable().describe('since when the oldest of them waits'),
  sent: z.int().nonnegative().describe('positions and events that the target accepted'),
  dropped: z.int().nonnegative().describe('positions and events that were dropped because of a limit'),
  sentTime: instant.nullable().describe('last success'),
  failedTime: instant.nullable().describe('last failure'),
  reason: z.enum(DELIVERY_REASONS).nullable().describe('why the last attempt failed; null: it did not'),
  detail: z.string().describe('response of the other side; empty: none'),
  nextTime: instant.nullable().describe('next attempt; null: none is delayed'),
});
export type ForwardTarget = z.infer<typeof forwardTarget>;

const FORM_ERRORS = [
  'forward-address-refused',
  'forward-token-invalid',
  'group-unknown',
  'tracker-unknown',
] as const;

export const queryForwardTargets = operation({
  name: 'queryForwardTargets',
  summary: 'Systems to which positions and events are forwarded, by name, with the state of each.',
  access: DELIVERY_ACCESS,
  effect: 'none',
  payload: z.object({ uid }),
  result: listOf(forwardTarget),
  errors: [],
});

export const addForwardTarget = operation({
  name: 'addForwardTarget',
  summary: 'Forwards new positions and events to another system, by HTTP or MQTT (docs/user/forwarding.md).',
  access: DELIVERY_ACCESS,
  effect: 'account',
  bodyBytes: 65_536,
  payload: z.object({ uid, target: forwardTargetForm, password }),
  result: z.object({ targetId: id }),
  errors: ['forward-target-limit', ...FORM_ERRORS],
});

export const editForwardTarget = operation({
  name: 'editForwardTarget',
  summary:
    'Replaces the details of a target, whose kind stays. What waits is sent as it was stored. `renewSecret` replaces the key of the signatures.',
  access: DELIVERY_ACCESS,
  effect: 'account',
  bodyBytes: 65_536,
  payload: z.object({
    uid,
    targetId: id,
    target: forwardTargetForm,
    password,
    renewSecret: z.boolean().optional(),
  }),
  result: emptyResult,
  errors: ['forward-target-unknown', 'forward-password-required', ...FORM_ERRORS],
});

export const removeForwardTarget = operation({
  name: 'removeForwardTarget',
  summary: 'Removes a target with everything that waits for it.',
  access: DELIVERY_ACCESS,
  effect: 'account',
  payload: z.object({ uid, targetId: id }),
  result: emptyResult,
  errors: ['forward-target-unknown'],
});

export const testForwardTarget = operation({
  name: 'testForwardTarget',
  summary: 'Sends a message without positions to a target at once, and returns how it responded.',
  access: DELIVERY_ACCESS,
  effect: 'account',
  payload: z.object({ uid, targetId: id }),
  result: z.object({
    isDelivered: z.boolean(),
    reason: z.enum(DELIVERY_REASONS).nullable(),
    detail: z.string().describe('response of the other side; empty: none'),
  }),
  errors: ['forward-target-unknown', 'forward-test-too-soon'],
});
