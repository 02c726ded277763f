import { isSameCard } from '@wakeline/domain/satellite/beidou-card';
import type { ReceiptsEvent } from '@wakeline/protocols/satellite/beidou/event';

/** Milliseconds between a query without a receipt and the next one; the first query is as soon as the card may send. */
const DELAYS_MS: readonly number[] = [5 * 60_000, 30 * 60_000];
/** Messages without a receipt that are remembered. */
const MAX_MESSAGES = 1_000;
const MINUTE_MS = 60_000;
/** Milliseconds by which the clocks of the server and of the system may differ. */
const CLOCK_DIFFERENCE_MS = 10_000;

/** A message that the radio sent, without a receipt yet. */
export interface SentMessage {
  readonly card: string;
  readonly providerId: string;
  /** Epoch milliseconds at which the request was written, and its feedback received. */
  readonly writtenAt: number;
  readonly sentAt: number;
}

interface Awaited extends SentMessage {
  queries: number;
  nextAt: number;
}

/** Which receipts to query, and which messages they prove. A restart of the server ends the search. */
export class ReceiptQueries {
  #awaited: Awaited[] = [];

  /** @param frequency of the sending card, seconds */
  add(message: SentMessage, frequency: number): void {
    const nextAt = message.sentAt + frequency * 1_000;
    this.#awaited = [...this.#awaited, { ...message, queries: 0, nextAt }].slice(-MAX_MESSAGES);
  }

  /** The card whose receipts are to be queried now; null: none. */
  next(now: number): string | null {
    return this.#awaited.find(({ nextAt }) => nextAt <= now)?.card ?? null;
  }

  /** Notes a query for a card: its messages are queried again later, or no more. */
  noteQuery(card: string, now: number): void {
    for (const message of this.#awaited) {
      if (!isSameCard(message.card, card)) continue;
      const delay = DELAYS_MS[message.queries++];
      message.nextAt = delay === undefined ? Number.POSITIVE_INFINITY : now + delay;
    }
  }

  /**
   * The messages that receipts prove. Receipts have minutes only: one that two messages to its card could have proves none
   * of them.
   */
  match({
    card,
    receipts,
  }: ReceiptsEvent): readonly { readonly providerId: string; readonly receivedAt: number }[] {
    const proved = new Map<Awaited, number>();
    for (const { sentAt, receivedAt } of receipts) {
      const [message, other] = this.#awaited.filter(
        (candidate) =>
          isSameCard(candidate.card, card) &&
          candidate.writtenAt - CLOCK_DIFFERENCE_MS < sentAt + MINUTE_MS &&
          candidate.sentAt + CLOCK_DIFFERENCE_MS >= sentAt,
      );
      if (message !== undefined && other === undefined) proved.set(message, receivedAt);
    }
    this.#awaited = this.#awaited.filter((message) => !proved.has(message));
    return [...proved].map(([{ providerId }, receivedAt]) => ({ providerId, receivedAt }));
  }
}
