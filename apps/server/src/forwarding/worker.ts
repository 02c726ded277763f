import type { FastifyBaseLogger } from 'fastify';
import { startClaimLoop } from '../claim-loop.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/database.ts';
import type { EventSource } from '../db/events.ts';
import { type Outcome, outcome } from '../delivery/channels/channel.ts';
import { type ClaimedTarget, claimTargets, readBodies } from './batches.ts';
import { enforceForwardLimits, FORWARD_LIMITS } from './limits.ts';
import { joinBodies, toMessage } from './request-body.ts';
import { finishRequest } from './results.ts';
import type { Sender } from './senders/sender.ts';
import { dropOrphans } from './targets.ts';

/** Milliseconds between two looks for what is due. */
const INTERVAL_MS = 2_000;
/** Milliseconds between two checks of the limits, and after which an unused connection is closed. */
const SWEEP_MS = 10_000;
const IDLE_MS = 60_000;
/** Targets to which one server sends at once. */
const CONCURRENCY = 32;
/** Longer than any request takes. After it, another server sends it again. */
const LEASE_MS = 60_000;

export interface ForwardingOptions {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly events: EventSource;
  readonly sender: Sender;
  /** The engine drops what exceeds limits, for all servers. */
  readonly isLeader: () => boolean;
}

export interface Forwarding {
  /** Something was stored: sends it now instead of with the next look. */
  wake(): void;
  /** Takes no more targets; resolves when the requests in flight have ended and all connections are closed. */
  stop(): Promise<void>;
}

/** Sends what waits for targets, each in its order, on each server. */
export function startForwarding(options: ForwardingOptions): Forwarding {
  const { db, clock, log, events, sender, isLeader } = options;
  let sweeping = Promise.resolve();
  const loop = startClaimLoop({
    label: 'forwarding',
    clock,
    log,
    events,
    wakeOn: ['forward-targets'],
    interval: INTERVAL_MS,
    concurrency: CONCURRENCY,
    // The target that was served may have more.
    refillAt: CONCURRENCY,
    claim(limit, busy) {
      const now = clock.now();
      return claimTargets(db, { now, leaseUntil: now + LEASE_MS, limit, busy });
    },
    slotOf: (target: ClaimedTarget) => target.target_id,
    work: (target) => sendBatches(options, target),
  });

  async function sweep(): Promise<void> {
    await sender.close(clock.now() - IDLE_MS);
    if (!isLeader()) return;
    await enforceForwardLimits(db, FORWARD_LIMITS, clock.now());
    await dropOrphans(db);
  }

  const stopSweeps = clock.every(SWEEP_MS, () => {
    sweeping = sweeping
      .then(sweep)
      .catch((error: unknown) => log.warn({ err: error }, 'the limits of forwarding were not checked'));
  });
  return {
    wake: loop.wake,
    async stop() {
      stopSweeps();
      await loop.stop();
      await sweeping;
      await sender.close(null);
    },
  };
}

async function sendBatches(
  { db, clock, log, sender }: ForwardingOptions,
  target: ClaimedTarget,
): Promise<void> {
  const sent = await sendRequest(db, sender, target).catch((error: unknown): Outcome => {
    log.error({ err: error }, 'forwarding to a target failed');
    return outcome('retry', 'internal');
  });
  await finishRequest(db, target, sent, clock.now());
}

/** Undefined: there is nothing left to send. */
async function sendRequest(db: Db, sender: Sender, target: ClaimedTarget): Promise<Outcome | undefined> {
  const bodies = await readBodies(db, target);
  const content = await joinBodies(db, target.account_id, bodies);
  if (content.positions.length + content.events.length === 0) return undefined;
  return sender.send(target, toMessage(`f${target.target_id}.${target.sending_to}`, 'data', content));
}
