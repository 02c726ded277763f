import type { Participant } from '@wakeline/contract/matches/participants';
import { expect, test } from 'vitest';
import { toParticipantFields, toParticipantForm } from './participant-values.ts';

const PARTICIPANT: Participant = {
  ...{ participantId: 4, personId: 9, number: '12', participantName: 'Lin', club: 'North', gender: 'female' },
  ...{ nationality: 'CHN', classId: 2, courseId: null, trackerId: 31, trackerName: 'T1', color: '#123456' },
  startTime: Date.UTC(2026, 10, 28, 1, 0, 5),
  trackerFrom: Date.UTC(2026, 10, 28, 0, 30),
  trackerTo: null,
  window: null,
};

test('times are those of the account, and return as the same instants', () => {
  const fields = toParticipantFields(PARTICIPANT, 'Asia/Shanghai', null);
  expect(fields.startTime?.format('YYYY-MM-DD HH:mm:ss')).toBe('2026-11-28 09:00:05');
  const { participantId: _, trackerName: __, window: ___, ...form } = PARTICIPANT;
  expect(toParticipantForm(fields, 9, 'Asia/Shanghai')).toEqual(form);
});

test('the time of a device is dropped with the device', () => {
  const fields = toParticipantFields(PARTICIPANT, 'Asia/Shanghai', null);
  const form = toParticipantForm({ ...fields, trackerId: null }, null, 'Asia/Shanghai');
  expect(form).toMatchObject({ trackerId: null, trackerFrom: null, trackerTo: null, personId: null });
});

test('a new participant is in the class of the filter', () => {
  expect(toParticipantFields(null, 'UTC', 2)).toMatchObject({ classId: 2, number: '', startTime: null });
});
