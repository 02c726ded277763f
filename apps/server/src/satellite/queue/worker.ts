import type { FastifyBaseLogger } from 'fastify';
import { startClaimLoop } from '../../claim-loop.ts';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/database.ts';
import type { EventSource } from '../../db/events.ts';
import { recordOutcome } from '../part-states.ts';
import { claimParts, endExpired, endUnanswered } from './claim-parts.ts';
import type { ClaimedPart, GatewayOutcome, Gateways } from './gateway.ts';

/** Milliseconds between two looks for what is due. */
const INTERVAL_MS = 2_000;
/** Lanes to which one server sends at once. */
const CONCURRENCY = 16;
/** Longer than any gateway takes. */
const LEASE_MS = 5 * 60_000;
/** Milliseconds before the second attempt, doubled for each one after it up to the longest. */
const FIRST_DELAY_MS = 15_000;
const MAX_DELAY_MS = 30 * 60_000;

export interface SatelliteQueueOptions {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly events: EventSource;
  readonly gateways: Gateways;
}

/** Submits what waits for terminals, on each server. Returns the function that stops it. */
export function startSatelliteQueue({
  db,
  clock,
  log,
  events,
  gateways,
}: SatelliteQueueOptions): () => Promise<void> {
  const loop = startClaimLoop({
    label: 'sending satellite messages',
    clock,
    log,
    events,
    wakeOn: ['satellite-messages'],
    interval: INTERVAL_MS,
    concurrency: CONCURRENCY,
    // The lane that was served may have more.
    refillAt: CONCURRENCY,
    async prepare() {
      await endUnanswered(db, clock.now());
      await endExpired(db, clock.now());
    },
    claim(limit, busy) {
      const now = clock.now();
      return claimParts(db, { now, leaseUntil: now + LEASE_MS, limit, busy });
    },
    slotOf: ({ lane }: ClaimedPart) => lane,
    async work(part) {
      const sent = await submit(part).catch((error: unknown): GatewayOutcome => {
        log.error({ err: error }, 'a gateway of satellite messages failed');
        return { state: 'failed', reason: 'unknown-arrival', detail: '' };
      });
      await db.transaction().execute((tx) => store(tx, part, sent));
    },
  });

  async function submit(part: ClaimedPart): Promise<GatewayOutcome> {
    const gateway = gateways.get(part.gateway);
    return gateway?.send(part) ?? { state: 'failed', reason: 'no-gateway', detail: '' };
  }

  async function store(
    tx: Parameters<typeof recordOutcome>[0],
    { partId, attempt }: ClaimedPart,
    sent: GatewayOutcome,
  ): Promise<void> {
    const at = clock.now();
    const { detail } = sent;
    if (sent.state === 'waiting') {
      const nextAt = at + Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempt - 1));
      const outcome = { state: sent.state, at, reason: sent.reason, notBefore: nextAt } as const;
      await recordOutcome(tx, { partId, attempt }, { outcome, nextAt, detail });
      return;
    }
    const { state } = sent;
    const outcome =
      state === 'accepted'
        ? ({ state, at, evidence: 'response' } as const)
        : ({ state, at, reason: sent.reason } as const);
    const providerId = sent.state === 'accepted' ? sent.providerId : undefined;
    await recordOutcome(
      tx,
      { partId, attempt },
      { outcome, nextAt: null, detail, ...(providerId !== undefined && { providerId }) },
    );
  }

  return () => loop.stop();
}
