import { NamedError } from '@wakeline/contract/errors';
import { batchEditGroupAndIcon, batchEditTrackers } from '@wakeline/contract/trackers/batch-changes';
import { expect, test } from 'vitest';
import { fieldOfBatchError, toBatchChange } from './batch-values.ts';

const TICKED = { trackerIds: [1] };

test('leaves group and icon unchanged unless they are chosen', () => {
  const { change } = toBatchChange('group-icon', { group: undefined });
  expect(change).toEqual({});
  expect(toBatchChange('group-icon', { group: 'none' }).change).toEqual({ groupId: null });
  const icon = { iconUrl: 'ship', iconType: 'STANDARD' } as const;
  const payload = { ...TICKED, ...toBatchChange('group-icon', { group: 4, icon }).change };
  expect(batchEditGroupAndIcon.payload.parse(payload)).toEqual({ ...TICKED, groupId: 4, iconDto: icon });
});

test.each([
  ['model', { model: ' GT06N ' }, { model: 'GT06N' }],
  ['validity', { validUntil: null }, { validUntil: null }],
  ['validity', { validUntil: 1_800_000_000_000 }, { validUntil: 1_800_000_000_000 }],
  ['password', { password: ' 8675309 ' }, { password: '8675309' }],
  ['protocol', { protocol: undefined }, { protocol: null }],
  ['protocol', { protocol: 'gt06' }, { protocol: 'gt06' }],
  ['note', { note: 'On loan' }, { note: 'On loan' }],
] as const)('sends %s and no other field', (field, values, change) => {
  const payload = { ...TICKED, change: toBatchChange(field, values).change };
  expect(batchEditTrackers.payload.parse(payload)).toEqual({ ...TICKED, change });
});

test('returns the field of a refusal', () => {
  expect(fieldOfBatchError(new NamedError('icon-unknown'))).toBe('icon');
  expect(fieldOfBatchError(new NamedError('group-unknown'))).toBe('group');
  expect(fieldOfBatchError(new NamedError('field-invalid', { field: 'change.password' }))).toBe('password');
  expect(fieldOfBatchError(new NamedError('selection-changed'))).toBeNull();
  expect(fieldOfBatchError(new Error('else'))).toBeNull();
});
