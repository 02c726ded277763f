import { formatCard } from '@wakeline/domain/satellite/beidou-card';
import type { Decoded } from './decoding.ts';
import type { Clock, ReceiptsEvent } from './event.ts';
import { type Frame, writeFrame } from './frame.ts';
import { dateTimeOfDay, toTimeOfDay } from './time-of-day.ts';

/** TXHZ: receiver (3), count (1), then hour and minute of sending (2) and of the receipt (2) each. */
const HEADER_LENGTH = 4;
const RECEIPT_LENGTH = 4;

export function readReceipts({ body }: Frame, clock: Clock): Decoded<ReceiptsEvent> {
  if (body.length < HEADER_LENGTH) return `${body.length} bytes`;
  const count = body.readUInt8(3);
  if (body.length !== HEADER_LENGTH + count * RECEIPT_LENGTH)
    return `${count} receipts in ${body.length} bytes`;
  const readTime = (at: number) =>
    dateTimeOfDay({ hour: body.readUInt8(at), minute: body.readUInt8(at + 1), second: 0 }, clock);
  const receipts: { sentAt: number; receivedAt: number }[] = [];
  for (let at = HEADER_LENGTH; at < body.length; at += RECEIPT_LENGTH) {
    const [sentAt, receivedAt] = [readTime(at), readTime(at + 2)];
    if (sentAt === null || receivedAt === null)
      return `receipt ${body.toString('hex', at, at + RECEIPT_LENGTH)}`;
    receipts.push({ sentAt, receivedAt });
  }
  return { type: 'receipts', card: formatCard(body.readUIntBE(0, 3)), receipts };
}

export function writeReceipts(event: ReceiptsEvent, card: number, offset: number): Buffer {
  const header = Buffer.alloc(HEADER_LENGTH);
  header.writeUIntBE(Number(event.card), 0, 3);
  header.writeUInt8(event.receipts.length, 3);
  const times = event.receipts.flatMap(({ sentAt, receivedAt }) =>
    [sentAt, receivedAt].flatMap((time) => {
      const { hour, minute } = toTimeOfDay(time, offset);
      return [hour, minute];
    }),
  );
  return writeFrame('TXHZ', card, Buffer.concat([header, Buffer.from(times)]));
}
