import { type ErrorName, NamedError } from '@wakeline/contract/errors';
import { expect, test } from 'vitest';
import { fieldOfTransferError, freeOf } from './transfer-values.ts';

test('shows a refusal at the field that it concerns', () => {
  const fieldOf = (name: ErrorName) => fieldOfTransferError(new NamedError(name));
  expect(fieldOf('transfer-account-unknown')).toBe('accountId');
  expect(fieldOf('transfer-account-inactive')).toBe('accountId');
  expect(fieldOf('transfer-limit')).toBe('accountId');
  expect(fieldOf('transfer-group-unknown')).toBe('groupId');
  expect(fieldOf('selection-changed')).toBeNull();
  expect(fieldOfTransferError(new Error('else'))).toBeNull();
});

test('reads how many devices the account may still have', () => {
  expect(freeOf(new NamedError('transfer-limit', { free: 12 }))).toBe(12);
  expect(freeOf(new NamedError('transfer-limit'))).toBeNull();
  expect(freeOf(new NamedError('selection-changed', { free: 12 }))).toBeNull();
});
