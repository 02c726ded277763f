import {
  DELIVERY_CHANNELS,
  DELIVERY_KINDS,
  DELIVERY_REASONS,
  DELIVERY_STATES,
} from '@wakeline/domain/delivery/delivery';
import { NOTICE_TYPES } from '@wakeline/domain/notices/notice-type';
import { z } from 'zod';
import { id, instant, listOf, pageIndex, pageSize, uid } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { operation } from '../operation.ts';
import { DELIVERY_ACCESS } from './recipients.ts';

/** A message to a recipient, with its state. */
export const delivery = z.object({
  deliveryId: id,
  recipientId: id,
  recipientName: z.string(),
  channel: z.enum(DELIVERY_CHANNELS),
  kind: z.enum(DELIVERY_KINDS),
  counts: z
    .array(z.object({ msgType: z.enum(NOTICE_TYPES), count: z.int().positive() }))
    .describe('its notices by type'),
  state: z.enum(DELIVERY_STATES),
  reason: z.enum(DELIVERY_REASONS).nullable().describe('why the last attempt failed, or it was dropped'),
  detail: z.string().describe('response of the other side; empty: none'),
  attempts: z.int().nonnegative(),
  key: z.string().describe('idempotency key: repeated messages have the same'),
  createTime: instant,
  nextTime: instant.nullable().describe('next attempt; null: none'),
  endTime: instant.nullable(),
});
export type Delivery = z.infer<typeof delivery>;

export const queryDeliveries = operation({
  name: 'queryDeliveries',
  summary: 'Messages of the last 7 days, newest first. State `failed` lists the dead letters.',
  access: DELIVERY_ACCESS,
  effect: 'none',
  payload: z.object({ uid, state: z.enum(DELIVERY_STATES).optional(), pageIndex, pageSize }),
  result: listOf(delivery).extend({ failed: z.int().nonnegative().describe('number of dead letters') }),
  errors: [],
});

export const retryDeliveries = operation({
  name: 'retryDeliveries',
  summary: 'Sends failed messages again, with the same idempotency keys.',
  access: DELIVERY_ACCESS,
  effect: 'account',
  payload: z.object({ uid, deliveryIds: z.array(id).min(1).max(LIMITS.tickedDeliveries) }),
  result: z.object({ retried: z.int().nonnegative() }),
  errors: ['delivery-unknown'],
});
