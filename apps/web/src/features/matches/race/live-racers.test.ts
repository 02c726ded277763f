import { expect, test } from 'vitest';
import { type DeviceState, liveRacers } from './live-racers.ts';

const participant = (participantId: number, number = String(participantId), color: string | null = null) => ({
  ...{ participantId, number, participantName: `Name ${participantId}`, color },
});
const HERE: DeviceState = { longitude: 12, latitude: 57, status: 'RUNNING' };

test('draws each of 500 participants at one position with their number', () => {
  const carriers = new Map(Array.from({ length: 500 }, (_, at) => [9_000 + at, participant(at + 1)]));
  const racers = liveRacers(carriers, () => HERE, null);
  expect(racers.map(({ label }) => label)).toEqual(Array.from({ length: 500 }, (_, at) => String(at + 1)));
  expect(new Set(racers.map(({ id }) => id)).size).toBe(500);
});

test('draws the name of a participant without a number, and both of the selected one above it', () => {
  const carriers = new Map([
    [11, participant(1, '')],
    [12, participant(2, '2', '#123456')],
  ]);
  expect(liveRacers(carriers, () => HERE, 2)).toMatchObject([
    { id: 1, label: 'Name 1', selected: false, order: 0 },
    { id: 2, label: '2 Name 2', selected: true, order: 1, color: '#123456', lng: 12, lat: 57 },
  ]);
});

test('draws nobody whose device has no position or is not visible to the user', () => {
  const carriers = new Map([
    [11, participant(1)],
    [12, participant(2)],
    [13, participant(3)],
  ]);
  const states = new Map<number, DeviceState>([
    [12, HERE],
    [13, { longitude: null, latitude: null, status: 'OFFLINE' }],
  ]);
  const racers = liveRacers(carriers, (trackerId) => states.get(trackerId) ?? null, null);
  expect(racers.map(({ id }) => id)).toEqual([2]);
});

test('names those in SOS on top of all, and draws those offline faintly unless they are selected', () => {
  const carriers = new Map([
    [11, participant(1)],
    [12, participant(2)],
  ]);
  const states = new Map<number, DeviceState>([
    [11, { ...HERE, status: 'SOS' }],
    [12, { ...HERE, status: 'OFFLINE' }],
  ]);
  const draw = (selectedId: number | null) =>
    liveRacers(carriers, (trackerId) => states.get(trackerId) ?? null, selectedId);
  expect(draw(null)).toMatchObject([
    { label: '1 SOS', order: 2, muted: false },
    { label: '2', order: 0, muted: true },
  ]);
  expect(draw(2)).toMatchObject([
    { label: '1 SOS', order: 2 },
    { label: '2 Name 2', order: 1, muted: false },
  ]);
});
