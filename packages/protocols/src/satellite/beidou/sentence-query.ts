import type { Decoded } from './decoding.ts';
import type { Clock, ReceiptsEvent } from './event.ts';
import { cardOf, numberOf, textOf, timeOf, writeClockTime } from './fields.ts';
import type { BeidouRequest } from './request.ts';
import { type Sentence, writeSentence } from './sentence.ts';

/**
 * CCCXA: 0 position or 1 messages; 1 newest, 2 by sender, 3 receipts; card (empty for the newest).
 *
 * BDHZR: card, count (0 to 5), then hhmm of sending and of the receipt each.
 */
const QUERIES = ['newest', 'by-sender', 'receipts'] as const;

type Query = BeidouRequest & { type: 'position' | 'messages' };

/** @param card null: for the newest messages */
export function writeQuery(query: Query, card: number | null): Buffer {
  const kind = query.type === 'position' ? 1 : QUERIES.indexOf(query.query) + 1;
  const field = card === null ? '' : String(card).padStart(7, '0');
  return writeSentence('CCCXA', [query.type === 'position' ? 0 : 1, kind, field]);
}

export function readQuery({ fields }: Sentence): Decoded<BeidouRequest> {
  const card = cardOf(fields, 2);
  if (textOf(fields, 0) === '0') return card === null ? 'no card' : { type: 'position', card };
  const query = QUERIES[(numberOf(fields, 1) ?? 0) - 1];
  if (textOf(fields, 0) !== '1' || query === undefined) return 'no query';
  if (query === 'newest') return { type: 'messages', query };
  return card === null ? 'no card' : { type: 'messages', query, card };
}

export function readReceipts({ fields }: Sentence, clock: Clock): Decoded<ReceiptsEvent> {
  const card = cardOf(fields, 0);
  const count = numberOf(fields, 1);
  if (card === null || count === null) return 'no card or count';
  if (fields.length < 2 + count * 2) return `${count} receipts in ${fields.length} fields`;
  const receipts: { sentAt: number; receivedAt: number }[] = [];
  for (let at = 2; at < 2 + count * 2; at += 2) {
    const [sentAt, receivedAt] = [timeOf(fields, at, clock), timeOf(fields, at + 1, clock)];
    if (sentAt === null || receivedAt === null)
      return `receipt ${textOf(fields, at)},${textOf(fields, at + 1)}`;
    receipts.push({ sentAt, receivedAt });
  }
  return { type: 'receipts', card, receipts };
}

export function writeReceipts({ card, receipts }: ReceiptsEvent, offset: number): Buffer {
  const times = receipts.flatMap(({ sentAt, receivedAt }) =>
    [sentAt, receivedAt].map((time) => writeClockTime(time, offset).slice(0, 4)),
  );
  return writeSentence('BDHZR', [card, receipts.length, ...times]);
}
