import { isSameCard } from '@wakeline/domain/satellite/beidou-card';
import type { EncodedText } from '@wakeline/domain/satellite/beidou-coding';
import type { MessageEvent, PositionEvent, ReceiptsEvent } from '@wakeline/protocols/satellite/beidou/event';

/** A message that arrived at a terminal. */
export interface ArrivedMessage {
  readonly content: EncodedText;
  readonly urgent: boolean;
  readonly isBroadcast: boolean;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** What the satellite system has of a card for queries. */
const MAX_RECEIPTS = 5;

/** A terminal with a subordinate card. */
export class BeidouTerminal {
  readonly card: string;
  readonly #frequency: number;
  readonly #arrived: ArrivedMessage[] = [];
  #waiting: ((message: ArrivedMessage) => void)[] = [];
  #taken = 0;
  #lastSent = Number.NEGATIVE_INFINITY;
  #receipts: ReceiptsEvent['receipts'] = [];
  /** The last message and position that it sent. */
  stored: MessageEvent | null = null;
  position: PositionEvent['position'] | null = null;

  /** @param frequency seconds between two messages */
  constructor(card: string, frequency: number) {
    this.card = card;
    this.#frequency = frequency;
  }

  get arrived(): readonly ArrivedMessage[] {
    return this.#arrived;
  }

  get receipts(): ReceiptsEvent['receipts'] {
    return this.#receipts;
  }

  hasCard(card: string): boolean {
    return isSameCard(card, this.card);
  }

  /** Seconds until the card may send; 0: it has started to send now. */
  startSending(now: number): number {
    const wait = secondsLeft(this.#lastSent, this.#frequency, now);
    if (wait === 0) this.#lastSent = now;
    return wait;
  }

  arrive(message: ArrivedMessage): void {
    this.#arrived.push(message);
    const next = this.#waiting.shift();
    if (next === undefined) return;
    this.#taken++;
    next(message);
  }

  addReceipt(sentAt: number, receivedAt: number): void {
    this.#receipts = [...this.#receipts, { sentAt, receivedAt }].slice(-MAX_RECEIPTS);
  }

  /** The next message that arrives, or has arrived and was not taken yet. */
  take(): Promise<ArrivedMessage> {
    const message = this.#arrived[this.#taken];
    if (message === undefined) return new Promise((resolve) => this.#waiting.push(resolve));
    this.#taken++;
    return Promise.resolve(message);
  }
}

/** Whole seconds of the service frequency that have not elapsed. */
export function secondsLeft(lastSent: number, frequency: number, now: number): number {
  return Math.max(0, Math.ceil(frequency - (now - lastSent) / 1_000));
}
