import { formatCard } from '@wakeline/domain/satellite/beidou-card';
import type { EncodedText } from '@wakeline/domain/satellite/beidou-coding';
import { codingOfBytes, readContent } from './content.ts';
import type { Decoded } from './decoding.ts';
import type { BeidouContent, Clock, MessageEvent } from './event.ts';
import { type Frame, writeFrame } from './frame.ts';
import type { BeidouRequest, MessageRequest } from './request.ts';
import { dateTimeOfDay, toTimeOfDay } from './time-of-day.ts';

/**
 * TXSQ sends a message or queries: information (1), card (3); of a message also bits of the content (2), receipt wanted
 * (1), content.
 *
 * TXXX is a received message: information (1), sender (3), hour (1), minute (1), bits (2), content, CRC flag (1, 0:
 * right).
 *
 * Hanzi count 16 bits a character here, although their capacity is counted with 14.
 */
const INFORMATION = {
  message: 0x40,
  ordinary: 0x04,
  /** Code or mixed instead of hanzi. */
  coded: 0x02,
  position: 0x60,
  stored: 0x70,
  bySender: 0x04,
  receipts: 0x08,
} as const;
const KIND_MASK = 0x70;
/** Bits of received messages, by a public client. */
const RECEIVED_CODED = 0x22;
const RECEIVED_STORED = 0x08;

const QUERY_LENGTH = 4;
const REQUEST_HEADER = 7;
const MESSAGE_HEADER = 8;

type Query = Exclude<BeidouRequest, { type: 'message' }> & { type: 'position' | 'messages' };

export function writeMessageRequest({ urgent, receipt, content }: MessageRequest, receiver: number): Buffer {
  const header = Buffer.alloc(REQUEST_HEADER);
  const coded = content.coding === 'hanzi' ? 0 : INFORMATION.coded;
  header.writeUInt8(INFORMATION.message | (urgent ? 0 : INFORMATION.ordinary) | coded, 0);
  header.writeUIntBE(receiver, 1, 3);
  header.writeUInt16BE(bitsInFrame(content), 4);
  header.writeUInt8(receipt ? 1 : 0, 6);
  return writeFrame('TXSQ', 0, Buffer.concat([header, content.bytes]));
}

export function writeQuery(query: Query, card: number): Buffer {
  const kind =
    query.type === 'position'
      ? INFORMATION.position
      : INFORMATION.stored |
        { newest: 0, 'by-sender': INFORMATION.bySender, receipts: INFORMATION.receipts }[query.query];
  const body = Buffer.alloc(QUERY_LENGTH);
  body.writeUInt8(kind, 0);
  body.writeUIntBE(card, 1, 3);
  return writeFrame('TXSQ', 0, body);
}

export function readMessageRequest({ body }: Frame): Decoded<BeidouRequest> {
  if (body.length < QUERY_LENGTH) return `${body.length} bytes`;
  const information = body.readUInt8(0);
  const card = formatCard(body.readUIntBE(1, 3));
  const kind = information & KIND_MASK;
  if (kind === INFORMATION.position) return { type: 'position', card };
  if (kind === INFORMATION.stored) {
    if ((information & INFORMATION.receipts) !== 0) return { type: 'messages', query: 'receipts', card };
    if ((information & INFORMATION.bySender) !== 0) return { type: 'messages', query: 'by-sender', card };
    return { type: 'messages', query: 'newest' };
  }
  if (kind !== INFORMATION.message) return `information ${information}`;
  if (body.length < REQUEST_HEADER) return `${body.length} bytes`;
  const content = readBits(
    (information & INFORMATION.coded) !== 0,
    body.subarray(REQUEST_HEADER),
    body.readUInt16BE(4),
  );
  if (typeof content === 'string') return content;
  const urgent = (information & INFORMATION.ordinary) === 0;
  return { type: 'message', receiver: card, urgent, receipt: body.readUInt8(6) === 1, content };
}

export function readMessage({ card, body }: Frame, clock: Clock): Decoded<MessageEvent> {
  if (body.length < MESSAGE_HEADER + 1) return `${body.length} bytes`;
  const information = body.readUInt8(0);
  const content = readBits(
    (information & RECEIVED_CODED) !== 0,
    body.subarray(MESSAGE_HEADER, body.length - 1),
    body.readUInt16BE(6),
  );
  if (typeof content === 'string') return content;
  const sentAt = dateTimeOfDay({ hour: body.readUInt8(4), minute: body.readUInt8(5), second: 0 }, clock);
  if (sentAt === null) return `time ${body.readUInt8(4)}:${body.readUInt8(5)}`;
  return {
    type: 'message',
    reception: (information & RECEIVED_STORED) !== 0 ? 'stored' : 'ordinary',
    sender: formatCard(body.readUIntBE(1, 3)),
    receiver: card === 0 ? null : formatCard(card),
    sentAt,
    content: readContent(content.coding, content.bytes, content.bits, clock),
    intact: body.readUInt8(body.length - 1) === 0,
  };
}

export function writeMessage(event: MessageEvent, clock: Clock): Buffer {
  const { content } = event;
  const header = Buffer.alloc(MESSAGE_HEADER);
  const stored = event.reception === 'stored' || event.reception === 'stored-by-sender';
  const coded = content.coding === 'hanzi' ? 0 : INFORMATION.coded;
  header.writeUInt8(INFORMATION.message | INFORMATION.ordinary | coded | (stored ? RECEIVED_STORED : 0), 0);
  header.writeUIntBE(Number(event.sender), 1, 3);
  const { hour, minute } = toTimeOfDay(event.sentAt ?? clock.now, clock.offset);
  header.writeUInt8(hour, 4);
  header.writeUInt8(minute, 5);
  header.writeUInt16BE(bitsInFrame(content), 6);
  const flag = Buffer.of(event.intact === false ? 1 : 0);
  return writeFrame('TXXX', Number(event.receiver ?? 0), Buffer.concat([header, content.bytes, flag]));
}

function bitsInFrame({ coding, bytes, bits }: Pick<BeidouContent, 'coding' | 'bytes' | 'bits'>): number {
  return coding === 'hanzi' ? bytes.length * 8 : bits;
}

function readBits(coded: boolean, bytes: Buffer, bits: number): Decoded<EncodedText> {
  if (Math.ceil(bits / 8) !== bytes.length) return `${bits} bits in ${bytes.length} bytes`;
  if (!coded) return { coding: 'hanzi', bytes, bits: Math.ceil(bytes.length / 2) * 14 };
  return { coding: codingOfBytes(bytes), bytes, bits };
}
