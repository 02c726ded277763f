import type { BeidouDialect } from '@wakeline/domain/satellite/beidou-card';
import { encodeText } from '@wakeline/domain/satellite/beidou-coding';
import type { MessageEvent } from '@wakeline/protocols/satellite/beidou/event';
import { expect, test } from 'vitest';
import { toKeyedMessage } from './terminal-messages.ts';

const NOW = Date.UTC(2026, 5, 1, 12, 0, 5);
const RAW = Uint8Array.of(1);

interface Received {
  readonly dialect?: BeidouDialect;
  readonly text?: string;
  readonly sender?: string;
  readonly receiver?: string | null;
  readonly sentAt?: number | null;
  readonly now?: number;
}

function keyed({
  dialect = '2.1',
  text = '12',
  sender = '2095718',
  receiver = null,
  sentAt = null,
  now = NOW,
}: Received) {
  const content = encodeText(text);
  if (content === null) throw new RangeError(text);
  const event: MessageEvent = {
    type: 'message',
    reception: 'ordinary',
    sender,
    receiver,
    sentAt,
    content: { ...content, text, position: null, writtenAt: null },
    intact: null,
  };
  return toKeyedMessage(event, RAW, { dialect, ownCard: '0524069', broadcast: '0001000', now });
}

/** Whether the second is stored after the first. */
function isRepeated(first: Received, second: Received): boolean {
  const [earlier, later] = [keyed(first).message.key, keyed(second)];
  return later.message.key === earlier || later.earlierKeys.includes(earlier);
}

test('recognizes a repetition of the line within 10 s without a time', () => {
  expect(isRepeated({}, { now: NOW + 9_000 })).toBe(true);
  expect(isRepeated({}, { now: NOW + 11_000 })).toBe(false);
  expect(isRepeated({}, { now: NOW + 9_000, text: '13' })).toBe(false);
  expect(isRepeated({}, { now: NOW + 9_000, sender: '2095719' })).toBe(false);
});

test('recognizes a stored message as the one that was received shortly after it was sent', () => {
  const sentAt = Date.UTC(2026, 5, 1, 12, 0);
  const stored = { sentAt, now: NOW + 3_600_000 };
  expect(isRepeated({}, stored)).toBe(true);
  expect(isRepeated({ now: sentAt + 179_000 }, stored)).toBe(true);
  expect(isRepeated({ now: sentAt + 181_000 }, stored)).toBe(false);
  expect(isRepeated({ now: sentAt - 1_000 }, stored)).toBe(false);
  expect(isRepeated(stored, { ...stored, now: NOW + 7_200_000 })).toBe(true);
});

test('compares the times of protocols that have them, and cards as numbers', () => {
  const timed = { dialect: 'BD-3', sentAt: NOW } as const;
  expect(isRepeated(timed, { ...timed, now: NOW + 3_600_000, sender: '02095718' })).toBe(true);
  expect(isRepeated(timed, { ...timed, sentAt: NOW + 1_000 })).toBe(false);
});

test.each([
  ['the machine', '524069', null],
  ['the broadcast address', '1000', null],
  ['no receiver', null, null],
  ['another card', '2095719', '2095719'],
  ['a card without its zeros', '179773', '0179773'],
])('stores to whom a terminal sent: %s', (_what, receiver, expected) => {
  expect(keyed({ dialect: 'BD-3', receiver }).message.receiverCard).toBe(expected);
});
