import { MESSAGE_FAILURES, MESSAGE_STATES, WAIT_REASONS } from '@wakeline/domain/satellite/message-states';
import { MESSAGE_TYPES } from '@wakeline/domain/satellite/message-types';
import { ALL_MESSAGE_GATEWAYS, SATELLITE_NETWORKS } from '@wakeline/domain/satellite/networks';
import { z } from 'zod';
import { id, instant, text, uid } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { operation } from '../operation.ts';
import { SATELLITE_ROLES } from '../roles.ts';
import { SHAPES, shapeParams } from '../shapes.ts';

const read = { permission: 'viewer', roles: SATELLITE_ROLES } as const;
const send = { permission: 'editor', roles: SATELLITE_ROLES } as const;

const messageId = z.int().positive();

/** One transmission of a message. */
const messagePart = z.object({
  text: z.string(),
  receiver: z.string().describe('card number, phone number or address; empty for Weibo'),
  gateway: z.enum(ALL_MESSAGE_GATEWAYS),
  state: z.enum(MESSAGE_STATES),
  reason: z.enum([...WAIT_REASONS, ...MESSAGE_FAILURES]).nullable(),
  attempts: z.int().nonnegative(),
  providerId: z.string().nullable().describe('by which the gateway knows it'),
});

const messageStep = z.object({
  time: instant,
  part: z.int().positive().describe('number of the part, from 1'),
  state: z.enum(MESSAGE_STATES),
  reason: z.enum([...WAIT_REASONS, ...MESSAGE_FAILURES]).nullable(),
  evidence: z.string().nullable().describe('what proves the state'),
  detail: z.string().describe('response of the gateway; empty: none'),
});

export const satelliteMessage = z.object({
  messageId,
  bdUserId: id.nullable().describe('communication account of the terminal; null: it was deleted'),
  bdUserName: z.string().nullable(),
  cardNumber: z.string().describe('of the terminal when the message was stored'),
  network: z.enum(SATELLITE_NETWORKS),
  type: z.enum(MESSAGE_TYPES),
  sender: z.string(),
  receiver: z.string(),
  content: z.string(),
  urgent: z.boolean(),
  state: z
    .enum(MESSAGE_STATES)
    .describe('of the part that is furthest back; one failed part fails the message'),
  reason: z
    .enum([...WAIT_REASONS, ...MESSAGE_FAILURES])
    .nullable()
    .describe('why it waits or failed; null of a message that waits: it is the next one'),
  earliestTime: instant
    .nullable()
    .describe('of a message that waits: before this time it is not sent; null: not known'),
  parts: z.int().nonnegative().describe('transmissions to a terminal, which are its cost units'),
  createTime: instant,
  changeTime: instant.describe('of its state'),
  expireTime: instant.describe('until when it is sent'),
  writtenTime: instant.nullable().describe('when its sender wrote it; null: not known'),
  receivedBy: z.enum(ALL_MESSAGE_GATEWAYS).nullable().describe('gateway; null: written in the console'),
  replyTo: messageId.nullable().describe('the message that it answers'),
  place: z
    .object({
      latitude: z.number(),
      longitude: z.number(),
      altitude: z.number().nullable().describe('metres'),
      time: instant,
    })
    .nullable()
    .describe('where the terminal was, WGS-84'),
  estimate: z
    .object({
      latitude: z.number(),
      longitude: z.number(),
      radius: z.number().describe('kilometres, in which the terminal is in 80 % of the cases'),
    })
    .nullable()
    .describe("the network's estimate; never part of a track"),
  abilities: z.object({ cancel: z.boolean(), resend: z.boolean() }),
});
export type SatelliteMessage = z.infer<typeof satelliteMessage>;

/** A position in a list of messages, newest first. */
const cursor = z.object({ createTime: instant, messageId });

const role = z.enum(SATELLITE_ROLES).optional().describe('only the networks of this function');

const page = {
  pageSize: z.int().min(1).max(LIMITS.satelliteMessagesPage).default(50),
  before: cursor.optional().describe('`next` of the page before'),
};
const messagePage = z.object({
  list: z.array(satelliteMessage),
  next: cursor.nullable().describe('null: these are the last ones'),
});

export const sendEobBdMsg = operation({
  name: 'sendEobBdMsg',
  summary:
    'Stores a text message for each of the terminals, for all or for none, and sends them as soon as each gateway permits. A long text becomes several transmissions. A repeated `requestKey` returns the messages of the first call. Urgent messages require the permission administrator.',
  access: send,
  effect: 'account',
  bodyBytes: 65_536,
  payload: z.object({
    uid,
    bdUserIds: z.array(id).min(1).max(LIMITS.satelliteReceivers),
    content: text.max(LIMITS.satelliteText).refine(SHAPES.messageText.isValid, shapeParams('messageText')),
    urgent: z.boolean().default(false),
    requestKey: z
      .string()
      .regex(/^[\w-]{8,64}$/)
      .max(64)
      .optional()
      .describe('chosen by the caller: a call that is repeated with it stores nothing'),
  }),
  result: z.object({
    messages: z.array(z.object({ bdUserId: id, messageId })),
    isRepeated: z.boolean().describe('whether an earlier call has stored them'),
  }),
  errors: [
    'communication-account-unknown',
    'terminal-unreachable',
    'satellite-characters-missing',
    'satellite-text-too-long',
    'satellite-waiting-limit',
    'satellite-request-conflict',
  ],
});

export const queryEobBdMsgs = operation({
  name: 'queryEobBdMsgs',
  summary:
    'Conversations: without `bdUserId` the last message with each terminal, with it the messages with one terminal, those that other terminals of the account wrote to it included; newest first.',
  access: read,
  effect: 'none',
  payload: z.object({
    uid,
    bdUserId: id.optional(),
    role,
    keywords: text
      .trim()
      .max(LIMITS.name)
      .default('')
      .describe('of conversations: part of the name or card number of the terminal'),
    ...page,
  }),
  result: messagePage,
  errors: ['communication-account-unknown'],
});

export const queryHistoryEobBdMsgs = operation({
  name: 'queryHistoryEobBdMsgs',
  summary:
    'The record of satellite messages that match all filters, newest first. Messages of deleted communication accounts are included.',
  access: read,
  effect: 'none',
  payload: z.object({
    uid,
    bdUserId: id.optional(),
    role,
    types: z.array(z.enum(MESSAGE_TYPES)).min(1).max(MESSAGE_TYPES.length).optional(),
    states: z.array(z.enum(MESSAGE_STATES)).min(1).max(MESSAGE_STATES.length).optional(),
    keywords: text.trim().max(LIMITS.name).default('').describe('part of the text, sender or receiver'),
    startTime: instant.optional(),
    endTime: instant.optional().describe('not included'),
    ...page,
  }),
  result: messagePage,
  errors: ['communication-account-unknown', 'time-order'],
});

export const queryEobBdMsgSteps = operation({
  name: 'queryEobBdMsgSteps',
  summary: 'The transmissions of a satellite message and the changes of their states, with what proves each.',
  access: read,
  effect: 'none',
  payload: z.object({ uid, messageId }),
  result: z.object({ message: satelliteMessage, parts: z.array(messagePart), steps: z.array(messageStep) }),
  errors: ['satellite-message-unknown'],
});

export const cancelEobBdMsg = operation({
  name: 'cancelEobBdMsg',
  summary: 'Cancels a message of which nothing was submitted to a gateway yet.',
  access: send,
  effect: 'account',
  payload: z.object({ uid, messageId }),
  result: z.object({}),
  errors: ['satellite-message-unknown', 'satellite-message-submitted'],
});

export const resendEobBdMsg = operation({
  name: 'resendEobBdMsg',
  summary: 'Sends a failed or expired message to a terminal again, as a new message to its present card.',
  access: send,
  effect: 'account',
  payload: z.object({ uid, messageId }),
  result: z.object({ messageId }),
  errors: [
    'satellite-message-unknown',
    'satellite-message-unfinished',
    'communication-account-unknown',
    'terminal-unreachable',
    'satellite-characters-missing',
    'satellite-text-too-long',
    'satellite-waiting-limit',
  ],
});
