import { createHash } from 'node:crypto';
import { formatCard, isSameCard, parseCardNumber } from '@wakeline/domain/satellite/beidou-card';
import { decodeGbkText } from '@wakeline/domain/satellite/gbk';
import { codingOfBytes, readContent } from '@wakeline/protocols/satellite/beidou/content';
import type { PushedMessage, PushedPosition } from '@wakeline/protocols/satellite/beidou/push';
import type { TerminalMessage } from '../../receive/terminal-message.ts';

/**
 * A pushed message, for the ledger. Its key is sender, time and content: platforms repeat a push that was not confirmed.
 *
 * @param ownCard to which terminals send messages to the platform; null: all are to the platform
 * @param now epoch milliseconds of the receipt
 */
export function toTerminalMessage(
  { sender, receiver, content, time }: PushedMessage,
  ownCard: string | null,
  now: number,
): TerminalMessage {
  const { text, position, writtenAt } = interpret(content, time);
  const isToPlatform = ownCard === null || isSameCard(receiver, ownCard);
  return {
    ...commonFields(sender, now),
    key: keyOf(sender, 'message', time, content),
    text,
    raw: content,
    writtenAt: writtenAt ?? time,
    position: position === null ? null : { ...position, speed: null, course: null },
    receiverCard: isToPlatform ? null : toCardNumber(receiver),
  };
}

/** A pushed position, for the ledger. */
export function toPositionMessage(pushed: PushedPosition, now: number): TerminalMessage {
  const { card, latitude, longitude, altitude, time } = pushed;
  const raw = new TextEncoder().encode(JSON.stringify(pushed));
  return {
    ...commonFields(card, now),
    key: keyOf(card, 'position', time, raw),
    text: null,
    raw,
    writtenAt: time,
    position: { latitude, longitude, altitude, time, speed: null, course: null },
    receiverCard: null,
  };
}

/** The coding is not pushed: content that is not marked is GBK if it decodes as text. Times of day are UTC. */
function interpret(bytes: Uint8Array, time: number) {
  const content = readContent(codingOfBytes(bytes), bytes, bytes.length * 8, { now: time, offset: 0 });
  const isInterpreted = content.coding === 'mixed' || content.position !== null || content.writtenAt !== null;
  return isInterpreted ? content : { ...content, text: decodeGbkText(bytes) ?? content.text };
}

function commonFields(card: string, now: number) {
  return {
    network: 'beidou',
    cardNumber: toCardNumber(card),
    gateway: 'beidou-operator',
    receivedAt: now,
    estimate: null,
  } as const;
}

/** Platforms write numbers without zeros before them. */
function toCardNumber(card: string): string {
  return card.length >= 7 ? card : formatCard(parseCardNumber(card) ?? 0);
}

function keyOf(card: string, kind: 'message' | 'position', time: number, content: Uint8Array): string {
  const digest = createHash('sha256').update(content).digest('hex').slice(0, 32);
  return `beidou-operator ${parseCardNumber(card) ?? 0} ${kind} ${time} ${digest}`;
}
