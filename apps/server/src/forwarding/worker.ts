import type { FastifyBaseLogger } from 'fastify';
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
  readonly isEngine: () => boolean;
}

export interface Forwarding {
  /** Something was stored: sends it now instead of with the next look. */
  wake(): void;
  /** Takes no more targets; resolves when the requests in flight have ended and all connections are closed. */
  stop(): Promise<void>;
}

/** Sends what waits for targets, each in its order, on each server. */
export function startForwarding(options: ForwardingOptions): Forwarding {
  const { db, clock, log, events, sender, isEngine } = options;
  const inFlight = new Map<number, Promise<void>>();
  let isStopped = false;
  let isRunning = false;
  let isDue = false;
  let running = Promise.resolve();
  let sweeping = Promise.resolve();

  async function work(): Promise<void> {
    while (!isStopped && inFlight.size < CONCURRENCY) {
      const now = clock.now();
      const claimed = await claimTargets(db, {
        now,
        leaseUntil: now + LEASE_MS,
        limit: CONCURRENCY - inFlight.size,
        busy: [...inFlight.keys()],
      });
      if (claimed.length === 0) return;
      for (const target of claimed) start(target);
    }
  }

  function start(target: ClaimedTarget): void {
    const sending = sendBatches(options, target)
      .catch((error: unknown) => log.warn({ err: error }, 'storing the result of a forwarded message failed'))
      .finally(() => {
        inFlight.delete(target.target_id);
        run();
      });
    inFlight.set(target.target_id, sending);
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
          log.warn({ err: error }, 'forwarding failed; will retry later'),
        );
      }
      isRunning = false;
    })();
  }

  async function sweep(): Promise<void> {
    await sender.close(clock.now() - IDLE_MS);
    if (!isEngine()) return;
    await enforceForwardLimits(db, FORWARD_LIMITS, clock.now());
    await dropOrphans(db);
  }

  const stops = [
    events.on('forward-targets', run),
    events.onGap(run),
    clock.every(INTERVAL_MS, run),
    clock.every(SWEEP_MS, () => {
      sweeping = sweeping
        .then(sweep)
        .catch((error: unknown) => log.warn({ err: error }, 'the limits of forwarding were not checked'));
    }),
  ];
  run();
  return {
    wake: run,
    async stop() {
      isStopped = true;
      for (const stop of stops) stop();
      await running;
      await sweeping;
      await Promise.all(inFlight.values());
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
