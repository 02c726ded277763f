import type { MessageGateway } from '@wakeline/domain/satellite/networks';
import type { Tx } from '../db/database.ts';
import { reserveQuota } from './quota.ts';

/** Messages wait for at most as long as the gateway of Iridium keeps them. */
export const MESSAGE_TTL_MS = 5 * 86_400_000;

/** A transmission of a message. */
export interface PartToStore {
  readonly gateway: MessageGateway;
  readonly lane: string;
  readonly receiver: string;
  readonly content: string;
  /** Seconds that the lane pauses after it; null: as long as the gateway says. */
  readonly pause: number | null;
}

export interface PartsOptions {
  readonly accountId: number;
  /** What the message takes of the quota of the account. */
  readonly costUnits: number;
  readonly urgent: boolean;
  readonly now: number;
}

/** Stores the transmissions of a message: due now, or waiting for the quota of the account. */
export async function storeParts(
  tx: Tx,
  messageId: number,
  parts: readonly PartToStore[],
  { accountId, costUnits, urgent, now }: PartsOptions,
): Promise<void> {
  const { nextAt } = costUnits === 0 ? { nextAt: null } : await reserveQuota(tx, accountId, costUnits, now);
  const reason = nextAt === null ? null : 'quota';
  await tx
    .insertInto('satellite_part')
    .values(
      parts.map((part, index) => ({
        ...part,
        message_id: messageId,
        number: index + 1,
        urgent,
        state: 'waiting' as const,
        reason,
        next_at: new Date(nextAt ?? now),
        provider_id: null,
      })),
    )
    .execute();
  if (reason === null) return;
  await tx.updateTable('satellite_message').set({ reason }).where('message_id', '=', messageId).execute();
}
