import { expect, test } from 'vitest';
import { participantLabel, participantsByDevice } from './race-devices.ts';

const carrier = (participantId: number, trackerId: number | null, from: number, to: number) => ({
  ...{ participantId, trackerId, number: String(participantId), participantName: 'Lin' },
  window: trackerId === null ? null : { from, to },
});

test('a device that participants share belongs to the one whose window has begun last', () => {
  const participants = [carrier(1, 7, 100, 200), carrier(2, 7, 200, 300), carrier(3, null, 0, 0)];
  const at = (time: number) => participantsByDevice(participants, time).get(7)?.participantId;
  expect(at(150)).toBe(1);
  expect(at(250)).toBe(2);
  expect(at(400)).toBe(2);
  // Before the race it belongs to the first of them.
  expect(at(50)).toBe(1);
  expect(participantsByDevice(participants, 150).size).toBe(1);
});

test('a participant without a number has only a name', () => {
  expect(participantLabel({ number: '', participantName: 'Lin' })).toBe('Lin');
  expect(participantLabel({ number: '12', participantName: 'Lin' })).toBe('12 Lin');
});
