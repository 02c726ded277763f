import { DELIVERY_CHANNELS } from '@wakeline/domain/delivery/delivery';
import { z } from 'zod';
import { LANGUAGES } from '../entities/user-config.ts';
import { code, emptyResult, id, instant, listOf, name, phone, text, uid } from '../fields.ts';
import { operation } from '../operation.ts';

/** Everything about delivery: it sends data of the account to people and programs outside. */
export const DELIVERY_ACCESS = { permission: 'administrator', roles: ['eob_plugin_sys_conf'] } as const;

/** Channels whose address its owner confirms with a code. */
export const CONFIRMED_CHANNELS = ['email', 'sms'] as const;
export type ConfirmedChannel = (typeof CONFIRMED_CHANNELS)[number];

export const email = z.email().trim().max(254);

/** Who receives messages: a user of the account, a person outside, or a program that receives webhooks. */
export const recipientForm = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('user'),
    userId: id,
    email: email.nullable(),
    phone: phone.nullable(),
  }),
  z.object({
    kind: z.literal('contact'),
    recipientName: name,
    language: z.enum(LANGUAGES),
    email: email.nullable(),
    phone: phone.nullable(),
  }),
  z.object({
    kind: z.literal('webhook'),
    recipientName: name,
    url: text.trim().max(1_000).describe('https or http; redirects are not followed'),
  }),
]);
export type RecipientForm = z.infer<typeof recipientForm>;

const address = z.object({
  channel: z.enum(DELIVERY_CHANNELS),
  state: z
    .enum(['confirmed', 'unconfirmed', 'unsubscribed'])
    .describe(
      'nothing but a code is sent to an unconfirmed address; unsubscribed: its owner has ended the e-mails, until they confirm it again',
    ),
});

export const recipient = z.object({
  recipientId: id,
  form: recipientForm,
  recipientName: z.string().describe('of a user: their login'),
  addresses: z.array(address).describe('the channels by which the recipient can be reached'),
  secret: z.string().nullable().describe('of a webhook: the key of its signatures'),
  createTime: instant,
});
export type Recipient = z.infer<typeof recipient>;

export const queryRecipients = operation({
  name: 'queryRecipients',
  summary: 'Recipients of messages outside the console, by name, and the channels that the server has.',
  access: DELIVERY_ACCESS,
  effect: 'none',
  payload: z.object({ uid }),
  result: listOf(recipient).extend({
    channels: z.array(z.enum(DELIVERY_CHANNELS)).describe('channels that the operator has configured'),
    users: z.array(z.object({ userId: id, account: z.string() })).describe('users of the account, by login'),
  }),
  errors: [],
});

export const addRecipient = operation({
  name: 'addRecipient',
  summary: 'Adds a recipient. Nothing is sent to an e-mail address or phone before it is confirmed.',
  access: DELIVERY_ACCESS,
  effect: 'account',
  payload: z.object({ uid, recipient: recipientForm }),
  result: z.object({ recipientId: id }),
  errors: [
    'recipient-limit',
    'recipient-taken',
    'recipient-user-unknown',
    'recipient-without-address',
    'webhook-address-refused',
  ],
});

export const editRecipient = operation({
  name: 'editRecipient',
  summary:
    'Replaces the details of a recipient, whose kind stays. A changed address must be confirmed again. `renewSecret` replaces the key of a webhook.',
  access: DELIVERY_ACCESS,
  effect: 'account',
  payload: z.object({
    uid,
    recipientId: id,
    recipient: recipientForm,
    renewSecret: z.boolean().optional(),
  }),
  result: emptyResult,
  errors: [
    'recipient-unknown',
    'recipient-taken',
    'recipient-user-unknown',
    'recipient-without-address',
    'webhook-address-refused',
  ],
});

export const removeRecipient = operation({
  name: 'removeRecipient',
  summary: 'Removes a recipient with their subscriptions and messages.',
  access: DELIVERY_ACCESS,
  effect: 'account',
  payload: z.object({ uid, recipientId: id }),
  result: emptyResult,
  errors: ['recipient-unknown'],
});

export const sendAddressCode = operation({
  name: 'sendAddressCode',
  summary: 'Sends a code to an address of a recipient, who confirms the address by passing the code on.',
  access: DELIVERY_ACCESS,
  effect: 'account',
  payload: z.object({ uid, recipientId: id, channel: z.enum(CONFIRMED_CHANNELS) }),
  result: emptyResult,
  errors: ['recipient-unknown', 'channel-unavailable', 'code-too-soon', 'code-limit'],
});

export const confirmAddress = operation({
  name: 'confirmAddress',
  summary: 'Confirms an address of a recipient with the code that was sent to it.',
  access: DELIVERY_ACCESS,
  effect: 'account',
  payload: z.object({ uid, recipientId: id, channel: z.enum(CONFIRMED_CHANNELS), code }),
  result: emptyResult,
  errors: ['recipient-unknown', 'code-wrong'],
});

export const sendTestMessage = operation({
  name: 'sendTestMessage',
  summary: 'Sends a test message to a recipient.',
  access: DELIVERY_ACCESS,
  effect: 'account',
  payload: z.object({ uid, recipientId: id, channel: z.enum(DELIVERY_CHANNELS) }),
  result: z.object({ deliveryId: id }),
  errors: ['recipient-unknown', 'channel-unavailable', 'address-unconfirmed', 'test-message-limit'],
});
