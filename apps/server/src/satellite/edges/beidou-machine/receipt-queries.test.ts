import { beforeEach, expect, test } from 'vitest';
import { ReceiptQueries } from './receipt-queries.ts';

const NOON = Date.UTC(2026, 5, 1, 12);
const CARD = '2095718';
const SECOND = 1_000;
const MINUTE = 60 * SECOND;

let queries: ReceiptQueries;
beforeEach(() => {
  queries = new ReceiptQueries();
});

/** A message whose feedback came 2 s after it was written. */
const add = (providerId: string, at: number, card = CARD) =>
  queries.add({ card, providerId, writtenAt: at, sentAt: at + 2 * SECOND }, 60);

/** The receipts of these minutes. */
const match = (...minutes: readonly number[]) =>
  queries
    .match({
      type: 'receipts',
      card: '02095718',
      receipts: minutes.map((sentAt) => ({ sentAt, receivedAt: sentAt })),
    })
    .map(({ providerId }) => providerId);

test('queries once the card may send again, after 5 minutes and after 30 minutes', () => {
  add('1', NOON);
  const first = NOON + 62 * SECOND;
  expect([queries.next(first - 1), queries.next(first)]).toEqual([null, CARD]);
  queries.noteQuery(CARD, first);
  expect([queries.next(first + 5 * MINUTE - 1), queries.next(first + 5 * MINUTE)]).toEqual([null, CARD]);
  queries.noteQuery(CARD, first + 5 * MINUTE);
  const third = first + 35 * MINUTE;
  expect([queries.next(third - 1), queries.next(third)]).toEqual([null, CARD]);
  queries.noteQuery(CARD, third);
  expect(queries.next(third + 100 * MINUTE)).toBeNull();
});

test('proves the message of the minute, once', () => {
  add('1', NOON + 30 * SECOND);
  expect(match(NOON - MINUTE, NOON + MINUTE)).toEqual([]);
  expect(match(NOON)).toEqual(['1']);
  expect(match(NOON)).toEqual([]);
  expect(queries.next(NOON + 100 * MINUTE)).toBeNull();
});

test('proves neither of two messages of a card that a receipt could have', () => {
  add('1', NOON + 5 * SECOND);
  add('2', NOON + 40 * SECOND);
  expect(match(NOON)).toEqual([]);
  add('3', NOON + 20 * MINUTE);
  expect(match(NOON, NOON + 20 * MINUTE)).toEqual(['3']);
});

test('keeps messages of other cards apart', () => {
  add('1', NOON + 5 * SECOND);
  add('2', NOON + 40 * SECOND, '0179773');
  expect(match(NOON)).toEqual(['1']);
});

test('allows for clocks that differ by some seconds', () => {
  add('1', NOON + 5 * SECOND);
  expect(match(NOON - MINUTE)).toEqual(['1']);
  add('2', NOON + 50 * SECOND);
  expect(match(NOON + MINUTE)).toEqual(['2']);
});
