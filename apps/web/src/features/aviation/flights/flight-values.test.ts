import type { Flight } from '@wakeline/contract/aviation/flights';
import { NamedError } from '@wakeline/contract/errors';
import dayjs from 'dayjs';
import { expect, test } from 'vitest';
import { findRefusedField, toFlightFields, toFlightForm } from './flight-values.ts';

const ZONE = 'Asia/Shanghai';
const TAKEOFF = Date.parse('2026-11-24T00:30:00Z');
const FLIGHT: Flight = {
  flightId: 1,
  flightNumber: 'CA1',
  planeId: 7,
  tailNumber: 'B-1',
  trackerId: 9,
  departure: { ident: 'ZGKL', landingPlaceId: null, fieldName: 'Guilin' },
  arrival: { ident: null, landingPlaceId: 3, fieldName: 'Meadow' },
  isLocal: false,
  takeoffTime: TAKEOFF,
  arrivalTime: TAKEOFF + 3_600_000,
  routeId: 5,
  alternate: 'ZGNN',
  peopleOnBoard: 4,
  note: 'survey',
  seriesId: null,
  state: 'planned',
  overdue: null,
  legId: null,
  actualTakeoff: null,
  actualLanding: null,
  isDiverted: false,
  tasks: [],
  abilities: { edit: true, remove: true },
};

test('has the times of the account, and returns the same flight', () => {
  const fields = toFlightFields(FLIGHT, ZONE, 0);
  expect(fields.takeoffTime?.format('YYYY-MM-DD HH:mm')).toBe('2026-11-24 08:30');
  expect(toFlightForm(fields, ZONE)).toEqual({
    flightNumber: 'CA1',
    planeId: 7,
    departure: { ident: 'ZGKL', landingPlaceId: null },
    arrival: { ident: null, landingPlaceId: 3 },
    takeoffTime: TAKEOFF,
    arrivalTime: TAKEOFF + 3_600_000,
    routeId: 5,
    alternate: 'ZGNN',
    peopleOnBoard: 4,
    note: 'survey',
  });
});

test('begins at the next full hour, and needs both places', () => {
  const fields = toFlightFields(null, ZONE, TAKEOFF);
  expect(fields.takeoffTime?.format('HH:mm')).toBe('09:00');
  expect(fields.arrivalTime?.format('HH:mm')).toBe('10:00');
  expect(toFlightForm(fields, ZONE)).toBeNull();
});

test('repeats only with weekdays and a last day', () => {
  const fields = { ...toFlightFields(FLIGHT, ZONE, 0), weekdays: [1, 3] };
  expect(toFlightForm(fields, ZONE)).not.toHaveProperty('repeat');
  expect(toFlightForm({ ...fields, until: dayjs.utc('2026-12-31') }, ZONE)).toMatchObject({
    repeat: { weekdays: [1, 3], until: '2026-12-31' },
  });
});

test('finds the field of a refusal', () => {
  expect(findRefusedField(new NamedError('flight-arrival'))).toBe('arrivalTime');
  expect(findRefusedField(new NamedError('flight-limit'))).toBeNull();
  expect(findRefusedField(new Error('offline'))).toBeNull();
});
