import { NamedError } from '@wakeline/contract/errors';
import { addTracker } from '@wakeline/contract/trackers/trackers';
import { describe, expect, it } from 'vitest';
import { fieldOfError, toFields, toPayload } from './tracker-fields.ts';

describe('device form', () => {
  it('sends trimmed values that match the contract', () => {
    const payload = toPayload({
      trackerName: ' Aurora ',
      imei: ' 8675-30A ',
      icon: { iconUrl: 'ship', iconType: 'STANDARD' },
      groupId: 4,
      model: ' GT06N ',
      password: ' 8675309 ',
      iotCard: ' 8986 0012 ',
      validUntil: 1_800_000_000_000,
    });
    expect(addTracker.payload.parse(payload)).toEqual({
      trackerName: 'Aurora',
      imei: '8675-30A',
      label: '',
      note: '',
      model: 'GT06N',
      password: '8675309',
      iotCard: '8986 0012',
      validUntil: 1_800_000_000_000,
      groupId: 4,
      iconDto: { iconUrl: 'ship', iconType: 'STANDARD' },
    });
  });

  it('sends null for no group, so that an edit can remove a device from its group', () => {
    expect(toPayload({ trackerName: 'A', imei: '1', groupId: undefined }).groupId).toBeNull();
  });

  it('omits an empty password, so that an edit keeps it', () => {
    expect(toPayload({ trackerName: 'A', imei: '1', password: ' ' })).not.toHaveProperty('password');
  });

  it('starts with the group from which it was opened', () => {
    expect(toFields({ kind: 'add', groupId: 4 }).groupId).toBe(4);
    expect(toFields({ kind: 'add', groupId: null })).not.toHaveProperty('groupId');
  });
});

describe('fieldOfError', () => {
  it('returns the field of a refusal', () => {
    expect(fieldOfError(new NamedError('imei-taken'))).toBe('imei');
    expect(fieldOfError(new NamedError('icon-unknown'))).toBe('icon');
    expect(fieldOfError(new NamedError('field-invalid', { field: 'note' }))).toBe('note');
    expect(fieldOfError(new NamedError('field-invalid', { field: 'password' }))).toBe('password');
  });

  it('returns null for errors that concern no field', () => {
    expect(fieldOfError(new NamedError('tracker-limit'))).toBeNull();
    expect(fieldOfError(new NamedError('field-invalid', { field: 'uid' }))).toBeNull();
    expect(fieldOfError(new Error('else'))).toBeNull();
  });
});
