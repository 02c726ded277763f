import type { DeliveryChannel } from '@wakeline/domain/delivery/delivery';
import { RETRY_DELAYS, retryAt } from '@wakeline/domain/delivery/retry';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/database.ts';
import type { EventSource } from '../db/events.ts';
import { sendEvent } from '../db/notify.ts';
import { type Channel, type Outcome, outcome } from './channels/channel.ts';
import { composeMessage, type MessageSources } from './compose.ts';
import { dispatchPage, findUndispatched } from './dispatch.ts';
import { type ClaimedMessage, claimMessages, finishMessage, type Result } from './outbox.ts';
import { readRecipient } from './recipients.ts';

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
  const inFlight = new Map<string, Promise<void>>();
  let isStopped = false;
  let isRunning = false;
  let isDue = false;
  let running = Promise.resolve();

  async function work(): Promise<void> {
    for (const accountId of await findUndispatched(db)) {
      while (!isStopped && (await dispatchPage(db, accountId, clock.now())));
    }
    while (!isStopped && inFlight.size < CONCURRENCY) {
      const now = clock.now();
      const claimed = await claimMessages(db, {
        now,
        leaseUntil: now + LEASE_MS,
        limit: CONCURRENCY - inFlight.size,
        busy: [...inFlight.keys()],
      });
      if (claimed.length === 0) return;
      for (const row of claimed) start(row);
    }
  }

  function start(row: ClaimedMessage): void {
    const slot = `${row.recipient_id} ${row.channel}`;
    const sending = sendClaimed(options, row)
      .catch((error: unknown) => log.warn({ err: error }, 'storing the result of a message failed'))
      .finally(() => {
        inFlight.delete(slot);
        // A look for due messages reads all of them, so that it is not made for each.
        if (inFlight.size <= CONCURRENCY / 2) run();
      });
    inFlight.set(slot, sending);
  }

  /** Requests during a run lead to one more. */
  function run(): void {
    isDue = true;
    if (isRunning || isStopped) return;
    isRunning = true;
    running = (async () => {
      while (isDue && !isStopped) {
        isDue = false;
        await work().catch((error: unknown) =>
          log.warn({ err: error }, 'delivering messages failed; will retry later'),
        );
      }
      isRunning = false;
    })();
  }

  const stops = [
    events.on('log', run),
    events.on('deliveries', run),
    events.onGap(run),
    clock.every(INTERVAL_MS, run),
  ];
  run();
  return async () => {
    isStopped = true;
    for (const stop of stops) stop();
    await running;
    await Promise.all(inFlight.values());
  };
}

async function sendClaimed(options: DeliveryOptions, row: ClaimedMessage): Promise<void> {
  const { db, clock, log } = options;
  const result = await attempt(options, row).catch((error: unknown): Result => {
    log.error({ err: error, channel: row.channel }, 'sending a message failed');
    return resultOf(outcome('retry', 'internal'), row.attempts, clock.now());
  });
  await db.transaction().execute(async (tx) => {
    await finishMessage(tx, row, result, clock.now());
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
