import { NamedError } from '@wakeline/contract/errors';
import { type Person, personForm } from '@wakeline/contract/people/people';
import { expect, test } from 'vitest';
import { findRefusedField, toPersonFields, toPersonForm } from './person-values.ts';

const PERSON: Person = {
  personId: 7,
  raceNumber: 'A12',
  personName: '陈静',
  gender: 'female',
  age: 31,
  nationality: 'CHN',
  phone: '+86 138 0000 0000',
  communicationAccountId: 3,
  communicationAccountName: '北斗1',
  cardNumber: '4207733',
  trackerId: 4,
  trackerName: 'Tag 1',
  imei: '13900000001',
  photoUrl: '/service/files/x',
  emergencyContactName: '陈伟',
  emergencyContactPhone: '13900000000',
  club: '桂林定向',
  note: 'diabetic',
  status: 'WITHDRAWN',
  statusTime: 5,
  createTime: 0,
  abilities: { edit: true, remove: true },
};

test('saves a person without changing what the user left', () => {
  const form = toPersonForm(toPersonFields(PERSON));
  expect(form).toEqual(personForm.parse(PERSON));
});

test('starts a new person with the defaults of the contract', () => {
  expect(toPersonForm(toPersonFields(null))).toEqual({
    ...personForm.parse({ personName: 'x' }),
    personName: '',
  });
});

test('trims what is typed and sends cleared fields as none', () => {
  const fields = {
    ...toPersonFields(PERSON),
    raceNumber: ' A13 ',
    age: undefined,
    nationality: undefined,
    trackerId: undefined,
    club: undefined,
  };
  expect(toPersonForm(fields)).toMatchObject({
    raceNumber: 'A13',
    age: null,
    nationality: null,
    trackerId: null,
    club: '',
  });
});

test('shows a refusal at its field', () => {
  expect(findRefusedField(new NamedError('race-number-taken'))).toBe('raceNumber');
  expect(findRefusedField(new NamedError('tracker-has-person'))).toBe('trackerId');
  expect(findRefusedField(new NamedError('person-limit'))).toBe(null);
  expect(findRefusedField(new Error('offline'))).toBe(null);
});
