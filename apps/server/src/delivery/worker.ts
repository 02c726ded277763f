import type { DeliveryChannel } from '@wakeline/domain/delivery/delivery';
import { RETRY_DELAYS, retryAt } from '@wakeline/domain/delivery/retry';
import type { FastifyBaseLogger } from 'fastify';
import { startClaimLoop } from '../claim-loop.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/database.ts';
import type { EventSource } from '../db/events.ts';
import { sendEvent } from '../db/notify.ts';
import { type Channel, type Outcome, outcome } from './channels/channel.ts';
import { composeMessage, type MessageSources } from './compose.ts';
import { dispatchPage, findUndispatched } from './dispatch.ts';
import { type ClaimedMessage, claimMessages, finishMessage, type Result } from './outbox.ts';
import { readRecipient } from './recipients.ts';
import { informFirstTier } from './task-contacts.ts';

/** Milliseconds between two looks for what is due, and for what events have missed. */
const INTERVAL_MS = 5_000;
/** Messages that one server sends at once. */
const CONCURRENCY = 16;
/** Longer than any channel takes. After it, another server sends the message again. */
const LEASE_MS = 120_000;
const MAX_ATTEMPTS = RETRY_DELAYS.length + 1;

export type Channels = Readonly<Partial<Record<DeliveryChannel, Channel>>>;

export interface DeliveryOptions {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly events: EventSource;
  /** The configured ones. */
  readonly channels: Channels;
  readonly sources: MessageSources;
}

/**
 * Turns notices into messages and sends them, on each server. Returns a function that takes no more messages and resolves
 * when those in flight have ended.
 */
export function startDelivery(options: DeliveryOptions): () => Promise<void> {
  const { db, clock, log, events } = options;
  const loop = startClaimLoop({
    label: 'delivering messages',
    clock,
    log,
    events,
    wakeOn: ['log', 'deliveries'],
    interval: INTERVAL_MS,
    concurrency: CONCURRENCY,
    // A look for due messages reads all of them, so that it is not made for each.
    refillAt: CONCURRENCY / 2,
    async prepare(isStopped) {
      for (const accountId of await findUndispatched(db)) {
        while (!isStopped() && (await dispatchPage(db, accountId, clock.now())));
      }
    },
    claim(limit, busy) {
      const now = clock.now();
      return claimMessages(db, { now, leaseUntil: now + LEASE_MS, limit, busy });
    },
    slotOf: (row: ClaimedMessage) => `${row.recipient_id} ${row.channel}`,
    work: (row) => sendClaimed(options, row),
  });
  return () => loop.stop();
}

async function sendClaimed(options: DeliveryOptions, row: ClaimedMessage): Promise<void> {
  const { db, clock, log } = options;
  const result = await attempt(options, row).catch((error: unknown): Result => {
    log.error({ err: error, channel: row.channel }, 'sending a message failed');
    return resultOf(outcome('retry', 'internal'), row.attempts, clock.now());
  });
  await db.transaction().execute(async (tx) => {
    const isStored = await finishMessage(tx, row, result, clock.now());
    const isTask = row.subscription_id === null && row.escalated;
    if (isStored && isTask && result.state === 'delivered') {
      await informFirstTier(tx, row.account_id, row.seqs, clock.now());
      await sendEvent(tx, { type: 'deliveries', accountId: row.account_id });
    }
    await sendEvent(tx, { type: 'changed', what: 'deliveries', accountId: row.account_id, userId: null });
  });
}

async function attempt(
  { db, clock, channels, sources }: DeliveryOptions,
  row: ClaimedMessage,
): Promise<Result> {
  // Its server stopped in each attempt, perhaps because of it.
  if (row.attempts > MAX_ATTEMPTS)
    return resultOf(outcome('refused', 'interrupted'), row.attempts, clock.now());
  const recipient = await readRecipient(db, row.recipient_id);
  const channel = channels[row.channel];
  if (recipient === undefined) return dropped('nothing-left');
  if (channel === undefined) return resultOf(outcome('refused', 'not-configured'), row.attempts, clock.now());
  const composed = await composeMessage(db, sources, { row, recipient, now: clock.now() });
  if ('dropped' in composed) return dropped(composed.dropped);
  const sent = await channel.send(recipient, composed.message);
  return resultOf(sent, row.attempts, clock.now());
}

function dropped(reason: NonNullable<Result['reason']>): Result {
  return { state: 'dropped', reason, detail: '', nextAt: null };
}

function resultOf(sent: Outcome, attempts: number, now: number): Result {
  if (sent.state === 'delivered') return { state: 'delivered', reason: null, detail: '', nextAt: null };
  const { reason, detail } = sent;
  const nextAt = sent.state === 'retry' ? retryAt(attempts, now) : null;
  return { state: nextAt === null ? 'failed' : 'waiting', reason, detail, nextAt };
}
