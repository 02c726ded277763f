import type { MessageGateway } from '@wakeline/domain/satellite/networks';
import type { Tx } from '../db/database.ts';

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

/** Stores the transmissions of a message, due now. */
export async function storeParts(
  tx: Tx,
  messageId: number,
  parts: readonly PartToStore[],
  { urgent, now }: { readonly urgent: boolean; readonly now: number },
): Promise<void> {
  await tx
    .insertInto('satellite_part')
    .values(
      parts.map((part, index) => ({
        ...part,
        message_id: messageId,
        number: index + 1,
        urgent,
        state: 'waiting' as const,
        reason: null,
        next_at: new Date(now),
        provider_id: null,
      })),
    )
    .execute();
}
