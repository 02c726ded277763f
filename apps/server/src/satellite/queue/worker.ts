import type { MessageOutcome } from '@wakeline/domain/satellite/message-states';
import type { MessageGateway } from '@wakeline/domain/satellite/networks';
import type { FastifyBaseLogger } from 'fastify';
import { startClaimLoop } from '../../claim-loop.ts';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/database.ts';
import type { EventSource } from '../../db/events.ts';
import { pauseLane } from '../lanes.ts';
import { recordOutcome } from '../part-states.ts';
import { admitDue } from '../quota.ts';
import { claimParts, endExpired, endUnanswered } from './claim-parts.ts';
import type { ClaimedPart, GatewayOutcome, Gateways } from './gateway.ts';

/** Milliseconds between two looks for what is due. */
const INTERVAL_MS = 2_000;
/** Lanes to which one server sends at once. */
const CONCURRENCY = 16;
/** Longer than any gateway takes. */
export const LEASE_MS = 5 * 60_000;
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
  const repeatable = new Set(
    [...gateways].flatMap(([name, { recognizesRepeats }]) => (recognizesRepeats === true ? [name] : [])),
  );
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
      await endUnanswered(db, clock.now(), repeatable);
      await endExpired(db, clock.now());
      await admitDue(db, clock.now());
    },
    claim(limit, busy) {
      const now = clock.now();
      return claimParts(db, { now, leaseUntil: now + LEASE_MS, limit, busy, notReady: notReady() });
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

  /** Gateways that another server submits for. */
  function notReady(): readonly MessageGateway[] {
    return [...gateways].flatMap(([name, gateway]) => (gateway.isReady?.() === false ? [name] : []));
  }

  async function store(
    tx: Parameters<typeof recordOutcome>[0],
    { partId, attempt, lane, pause }: ClaimedPart,
    sent: GatewayOutcome,
  ): Promise<void> {
    const at = clock.now();
    const pauseMs = pauseAfter(sent, pause);
    if (pauseMs > 0) await pauseLane(tx, lane, at + pauseMs);
    const outcome = toOutcome(sent, at, attempt);
    const providerId = 'providerId' in sent ? sent.providerId : undefined;
    await recordOutcome(
      tx,
      { partId, attempt },
      {
        outcome,
        nextAt: outcome.state === 'waiting' ? outcome.notBefore : null,
        detail: sent.detail,
        ...(providerId !== undefined && { providerId }),
      },
    );
  }

  return () => loop.stop();
}

/** Milliseconds that the lane sends nothing. */
function pauseAfter(sent: GatewayOutcome, pause: number | null): number {
  if (sent.state === 'waiting') return sent.waitMs ?? 0;
  const usual = (pause ?? 0) * 1_000;
  // What may have been sent counts for the service frequency.
  if (sent.state === 'failed') return sent.reason === 'unknown-arrival' ? usual : 0;
  return sent.pauseMs ?? usual;
}

function toOutcome(sent: GatewayOutcome, at: number, attempt: number): MessageOutcome {
  switch (sent.state) {
    case 'waiting': {
      const delay = sent.waitMs ?? Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempt - 1));
      return { state: 'waiting', at, reason: sent.reason, notBefore: at + delay };
    }
    case 'failed':
      return { state: 'failed', at, reason: sent.reason };
    case 'accepted':
      return { state: 'accepted', at, evidence: 'response' };
    case 'sent':
      return { state: 'sent', at, evidence: sent.evidence };
    case 'delivered':
      return { state: 'delivered', at, evidence: sent.evidence };
  }
}
