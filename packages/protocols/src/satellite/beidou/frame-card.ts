import { formatCard } from '@wakeline/domain/satellite/beidou-card';
import type { Decoded } from './decoding.ts';
import type { CardEvent, SubordinatesEvent } from './event.ts';
import { type Frame, writeFrame } from './frame.ts';
import type { BeidouRequest } from './request.ts';

/**
 * ICJC requests the card: frame number (1), 0 for the card itself, from 1 for the subordinates.
 *
 * ICXX with frame number 0: broadcast address (3), kind (1), seconds between messages (2), level (1), encrypted (1),
 * number of subordinates (2). With another frame number: their cards, 3 bytes each.
 */
const CARD_BODY_LENGTH = 11;
const CARD_BYTES = 3;

export function writeCardRequest(request: BeidouRequest & { type: 'card' | 'subordinates' }): Buffer | null {
  const number = request.type === 'card' ? 0 : request.frame;
  return Number.isInteger(number) && number >= 0 && number <= 0xff
    ? writeFrame('ICJC', 0, Buffer.of(number))
    : null;
}

export function readCardRequest({ body }: Frame): Decoded<BeidouRequest> {
  if (body.length !== 1) return `${body.length} bytes`;
  const frame = body.readUInt8(0);
  return frame === 0 ? { type: 'card' } : { type: 'subordinates', frame };
}

export function readCard({ card, body }: Frame): Decoded<CardEvent | SubordinatesEvent> {
  if (body.length === 0) return 'no frame number';
  if (body.readUInt8(0) !== 0) return readSubordinates(body.subarray(1));
  if (body.length !== CARD_BODY_LENGTH) return `${body.length} bytes`;
  const level = body.readUInt8(7);
  const broadcast = body.readUIntBE(1, 3);
  return {
    type: 'card',
    card: card === 0 ? null : formatCard(card),
    serial: null,
    broadcast: broadcast === 0 ? null : formatCard(broadcast),
    kind: body.readUInt8(4),
    frequency: body.readUInt16BE(5),
    level,
    encrypted: body.readUInt8(8) === 1,
    subordinates: body.readUInt16BE(9),
    global: null,
  };
}

export function writeCard(event: CardEvent): Buffer {
  const body = Buffer.alloc(CARD_BODY_LENGTH);
  body.writeUIntBE(Number(event.broadcast ?? 0), 1, 3);
  body.writeUInt8(event.kind ?? 0, 4);
  body.writeUInt16BE(event.frequency ?? 0, 5);
  body.writeUInt8(event.level ?? 0, 7);
  body.writeUInt8(event.encrypted === true ? 1 : 0, 8);
  body.writeUInt16BE(event.subordinates ?? 0, 9);
  return writeFrame('ICXX', Number(event.card ?? 0), body);
}

/** @param frame number of the frame, from 1 */
export function writeSubordinates(card: number, frame: number, cards: readonly string[]): Buffer {
  const body = Buffer.alloc(1 + cards.length * CARD_BYTES);
  body.writeUInt8(frame, 0);
  for (const [index, subordinate] of cards.entries())
    body.writeUIntBE(Number(subordinate), 1 + index * CARD_BYTES, CARD_BYTES);
  return writeFrame('ICXX', card, body);
}

function readSubordinates(list: Buffer): Decoded<SubordinatesEvent> {
  if (list.length % CARD_BYTES !== 0) return `${list.length} bytes of cards`;
  const cards = Array.from({ length: list.length / CARD_BYTES }, (_, index) =>
    formatCard(list.readUIntBE(index * CARD_BYTES, CARD_BYTES)),
  );
  return { type: 'subordinates', total: null, cards };
}
