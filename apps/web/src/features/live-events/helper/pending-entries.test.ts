import type { HelperParticipant } from '@wakeline/contract/live-events/match-helpers';
import { expect, test } from 'vitest';
import { addEntry, type PendingEntry, parseEntries, withPending } from './pending-entries.ts';

const finish = (participantId: number, time: number | null): PendingEntry => ({
  participantId,
  entry: { kind: 'finish', time },
});
const anna: HelperParticipant = {
  ...{ participantId: 1, number: '7', participantName: 'Anna', className: '', startTime: 0, status: null },
  ...{ startSeen: null, finishTime: null, hasStart: true, hasFinish: true, provisional: null },
};

test('keeps the last entry of a kind, besides the one that may be in flight', () => {
  const first = addEntry([], finish(1, 10));
  const second = addEntry(first, finish(1, null));
  expect(second).toEqual([finish(1, 10), finish(1, null)]);
  expect(addEntry(second, finish(1, 30))).toEqual([finish(1, 10), finish(1, 30)]);
  expect(addEntry(first, finish(2, 20))).toEqual([finish(1, 10), finish(2, 20)]);
});

test('applies the entries of a participant in their order', () => {
  const pending: PendingEntry[] = [
    { participantId: 1, entry: { kind: 'start', time: 5 } },
    finish(2, 99),
    finish(1, 10),
    finish(1, null),
    { participantId: 1, entry: { kind: 'status', status: 'did-not-finish' } },
  ];
  expect(withPending(anna, pending)).toEqual({
    ...anna,
    ...{ startSeen: 5, finishTime: null, status: 'did-not-finish' },
  });
});

test('drops stored entries of another form', () => {
  expect(parseEntries([finish(1, 10), null, { participantId: 'x', entry: {} }])).toEqual([finish(1, 10)]);
  expect(parseEntries('x')).toBeNull();
});
