import { NamedError } from '@wakeline/contract/errors';
import type { BdUser } from '@wakeline/contract/satellite/accounts';
import { expect, test } from 'vitest';
import { findRefusedField, NEW_TERMINAL, toAccountFields, toCreation, toEdit } from './account-values.ts';

const ACCOUNT: BdUser = {
  bdUserId: 7,
  bdUserName: '海鸥1号',
  note: '驾驶台',
  cardNumber: '0242286',
  network: 'beidou',
  trackerId: 4,
  trackerName: '海鸥',
  level: 3,
  bits: 628,
  frequency: 60,
  cardKind: 1,
  gateway: 'beidou-machine',
  createTime: 0,
  machine: null,
  abilities: { edit: true, remove: true },
};

test('edits a communication account without changing what the user left', () => {
  const { bdUserId, note, gateway, frequency, level, cardKind, bits, bdUserName, trackerId } = ACCOUNT;
  expect(toEdit(7, toAccountFields(ACCOUNT, 'iridium'))).toEqual({
    bdUserId,
    note,
    gateway,
    frequency,
    level,
    cardKind,
    bits,
    bdUserName,
    trackerId,
  });
  expect(toEdit(7, { ...toAccountFields(ACCOUNT, 'beidou'), password: 'abc123' }).password).toBe('abc123');
});

test('creates several terminals with what they have in common, trimmed', () => {
  const fields = {
    ...toAccountFields(null, 'beidou'),
    password: 'abc123',
    level: 3,
    note: ' 码头 ',
    terminals: [
      { ...NEW_TERMINAL, bdUserName: ' A1 ', cardNumber: ' 4207733 ' },
      { ...NEW_TERMINAL, bdUserName: 'A2', cardNumber: '4207734', trackerId: 9 },
    ],
  };
  expect(toCreation(fields).bdUsers).toMatchObject([
    { bdUserName: 'A1', cardNumber: '4207733', trackerId: null, level: 3, password: 'abc123', note: '码头' },
    { bdUserName: 'A2', cardNumber: '4207734', trackerId: 9, level: 3, password: 'abc123', note: '码头' },
  ]);
});

test('leaves out level and kind of a card for terminals without one', () => {
  const fields = { ...toAccountFields(null, 'iridium'), level: 3, cardKind: 1 };
  expect(toCreation(fields).bdUsers[0]).toMatchObject({ network: 'iridium', level: null, cardKind: null });
});

test('finds the field of a refusal, of the row that it names', () => {
  expect(findRefusedField(new NamedError('card-number-taken', { row: 2 }), 2)).toEqual([
    'terminals',
    1,
    'cardNumber',
  ]);
  expect(findRefusedField(new NamedError('tracker-has-terminal'), 1)).toEqual(['terminals', 0, 'trackerId']);
  expect(findRefusedField(new NamedError('terminal-gateway-mismatch'), 1)).toBe('gateway');
  expect(findRefusedField(new NamedError('communication-account-limit'), 1)).toBeNull();
  expect(findRefusedField(new NamedError('card-number-taken', { row: 3 }), 2)).toBeNull();
  expect(findRefusedField(new Error('offline'), 1)).toBeNull();
});
