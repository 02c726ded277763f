import { expect, test } from 'vitest';
import { isSilent, stripStateOf, timeToGo } from './strip-state.ts';

const SUBJECT = {
  alarms: 0,
  executeFrom: 1_000,
  executeTo: 2_000,
  status: { status: 'RUNNING', latitude: 24 },
} as const;

test('an alarm is more important than the time of the task, and that than the device', () => {
  expect(stripStateOf(SUBJECT, 1_500)).toBe('watched');
  expect(stripStateOf({ ...SUBJECT, alarms: 1 }, 2_500)).toBe('alarm');
  expect(stripStateOf(SUBJECT, 999)).toBe('waiting');
  expect(stripStateOf(SUBJECT, 2_000)).toBe('ended');
  expect(stripStateOf({ ...SUBJECT, executeFrom: null, executeTo: null }, 0)).toBe('watched');
  expect(stripStateOf({ ...SUBJECT, status: { status: 'OFFLINE', latitude: null } }, 1_500)).toBe(
    'noPosition',
  );
  expect(stripStateOf({ ...SUBJECT, status: { status: 'OFFLINE', latitude: 24 } }, 1_500)).toBe('offline');
});

test('a plane in flight is silent from three report intervals after its last position', () => {
  const flight = { phase: 'cruise', climb: null, takeoff: 500, landing: null, silentAt: 1_400 } as const;
  const status = { status: 'OFFLINE', latitude: 24, flight } as const;
  expect(stripStateOf({ ...SUBJECT, status }, 1_400)).toBe('offline');
  expect(stripStateOf({ ...SUBJECT, status }, 1_401)).toBe('silent');
  expect(stripStateOf({ ...SUBJECT, status }, 2_000)).toBe('ended');
  expect(isSilent({ flight: { ...flight, silentAt: null } }, 5_000)).toBe(false);
  expect(isSilent({}, 5_000)).toBe(false);
});

test('time to go is distance by speed, unless the device stands', () => {
  // 12 km at 144 km/h.
  expect(timeToGo(12_000, 144)).toBeCloseTo(300_000, 6);
  expect(timeToGo(12_000, 4.9)).toBeNull();
  expect(timeToGo(12_000, null)).toBeNull();
});
