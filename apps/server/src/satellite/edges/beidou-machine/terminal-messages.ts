import { createHash } from 'node:crypto';
import {
  type BeidouDialect,
  formatCard,
  isSameCard,
  parseCardNumber,
} from '@wakeline/domain/satellite/beidou-card';
import type { MessageEvent, PositionEvent } from '@wakeline/protocols/satellite/beidou/event';
import type { PositionReport } from '@wakeline/protocols/satellite/beidou/position-report';
import type { TerminalMessage, TerminalPosition } from '../../receive/terminal-message.ts';

/** Milliseconds within which a line repeats a message that has no time. */
const REPEAT_MS = 10_000;
/** Milliseconds between the sending and the receipt of a message at most. */
const TRANSMISSION_MS = 120_000;
const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

/** A message to be stored, and by which keys it may have been stored before. */
export interface KeyedMessage {
  readonly message: TerminalMessage;
  readonly earlierKeys: readonly string[];
}

export interface MessageContext {
  readonly dialect: BeidouDialect;
  /** Card of the machine; null: not known. */
  readonly ownCard: string | null;
  /** Address that reaches all subordinates; null: not known. */
  readonly broadcast: string | null;
  /** Epoch milliseconds of the receipt. */
  readonly now: number;
}

/**
 * A message that the machine received, for the ledger.
 *
 * Its key is sender, time and content. A message with the time at which it was sent is the same message only with the same
 * time: to the second in sentences of BeiDou-3, to the minute in binary frames. A sentence of BeiDou-2 has no time unless
 * the system had stored the message: then the same content of a card within some seconds is a repetition of the line,
 * because the service frequency of usual cards is longer, and a stored message repeats the one that was received shortly
 * after it was sent.
 */
export function toKeyedMessage(event: MessageEvent, raw: Uint8Array, context: MessageContext): KeyedMessage {
  const { dialect, ownCard, broadcast, now } = context;
  const { content, receiver, sentAt } = event;
  const isToPlatform =
    receiver === null ||
    ownCard === null ||
    isSameCard(receiver, ownCard) ||
    isSameCard(receiver, broadcast ?? '');
  const keyOf = (time: number) => messageKey(event.sender, 'message', time, content.bytes);
  return {
    message: {
      ...commonFields(event.sender, raw, now),
      key: keyOf(sentAt ?? now),
      text: content.text,
      writtenAt: content.writtenAt ?? sentAt,
      position: content.position === null ? null : toPosition(content.position),
      receiverCard: isToPlatform ? null : toCardNumber(receiver),
    },
    earlierKeys: dialect === '2.1' ? timesOfEarlier(sentAt, now).map(keyOf) : [],
  };
}

/** A position that the machine received, for the ledger. */
export function toKeyedPosition(
  { card, position }: PositionEvent,
  raw: Uint8Array,
  now: number,
): KeyedMessage {
  const place = new TextEncoder().encode(`${position.latitude} ${position.longitude} ${position.altitude}`);
  return {
    message: {
      ...commonFields(card, raw, now),
      key: messageKey(card, 'position', position.time, place),
      text: null,
      writtenAt: position.time,
      position: toPosition(position),
      receiverCard: null,
    },
    earlierKeys: [],
  };
}

function commonFields(card: string, raw: Uint8Array, now: number) {
  return {
    network: 'beidou',
    cardNumber: toCardNumber(card),
    gateway: 'beidou-machine',
    raw,
    receivedAt: now,
    estimate: null,
  } as const;
}

/** Makers write fewer digits than cards have. */
function toCardNumber(card: string): string {
  return card.length >= 7 ? card : formatCard(parseCardNumber(card) ?? 0);
}

function toPosition({ latitude, longitude, altitude, time }: PositionReport): TerminalPosition {
  return { latitude, longitude, altitude, time, speed: null, course: null };
}

/** Of a message without seconds: when the same message may have been received before. */
function timesOfEarlier(sentAt: number | null, now: number): readonly number[] {
  const [from, to] =
    sentAt === null ? [now - REPEAT_MS, now] : [sentAt, sentAt + MINUTE_MS + TRANSMISSION_MS];
  return Array.from({ length: Math.ceil((to - from) / SECOND_MS) }, (_, index) => from + index * SECOND_MS);
}

function messageKey(card: string, kind: 'message' | 'position', time: number, content: Uint8Array): string {
  const digest = createHash('sha256').update(content).digest('hex').slice(0, 32);
  return `beidou-machine ${parseCardNumber(card) ?? 0} ${kind} ${Math.floor(time / SECOND_MS)} ${digest}`;
}
