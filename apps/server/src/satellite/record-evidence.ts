import type { MessageOutcome } from '@wakeline/domain/satellite/message-states';
import type { MessageGateway } from '@wakeline/domain/satellite/networks';
import type { Tx } from '../db/database.ts';
import { recordOutcome } from './part-states.ts';

export interface Evidence {
  readonly gateway: MessageGateway;
  /** By which the gateway knows the part. */
  readonly providerId: string;
  readonly outcome: MessageOutcome;
  /** Of the other side; empty: none. */
  readonly detail: string;
}

/**
 * Stores what a gateway says about a part later, such as a receipt. Returns whether it changed anything: it does not if the
 * part is not known, or the same became known before.
 */
export async function recordEvidence(
  tx: Tx,
  { gateway, providerId, outcome, detail }: Evidence,
): Promise<boolean> {
  const part = await tx
    .selectFrom('satellite_part')
    .where('gateway', '=', gateway)
    .where('provider_id', '=', providerId)
    .select('part_id')
    // Ids of a provider are reused: MTMSN wraps.
    .orderBy('part_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (part === undefined) return false;
  return recordOutcome(tx, { partId: part.part_id, attempt: null }, { outcome, nextAt: null, detail });
}
