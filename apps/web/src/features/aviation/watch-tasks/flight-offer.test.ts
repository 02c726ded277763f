import dayjs from 'dayjs';
import { expect, test } from 'vitest';
import { type OfferedFlight, offerOf } from './flight-offer.ts';

const TAKEOFF = Date.parse('2026-11-24T00:30:00Z');
const FLIGHT: OfferedFlight = {
  flightId: 1,
  flightNumber: 'CA1',
  tailNumber: 'B-1',
  trackerId: 3,
  departure: { ident: 'ZGKL', landingPlaceId: null, fieldName: 'Guilin' },
  arrival: { ident: null, landingPlaceId: 3, fieldName: 'Meadow' },
  routeId: 5,
  takeoffTime: TAKEOFF,
  arrivalTime: TAKEOFF + 3_600_000,
};
const OPTIONS = { timeZone: 'Asia/Shanghai', routeIds: new Set([5]) };
const EMPTY = { taskName: ' ', trackerIds: [], routeId: null, executeFrom: null, executeTo: null };

test('fills what is empty: an hour before off-block until two hours after the arrival', () => {
  const { executeFrom, executeTo, ...others } = offerOf(FLIGHT, EMPTY, OPTIONS);
  expect(others).toEqual({
    flight: { flightId: 1, details: FLIGHT },
    flightNumber: 'CA1',
    taskName: 'CA1 ZGKL – Meadow',
    trackerIds: [3],
    routeId: 5,
  });
  // 00:30 in UTC is 08:30 in China.
  expect(executeFrom?.format('HH:mm')).toBe('07:30');
  expect(executeTo?.format('HH:mm')).toBe('11:30');
});

test('keeps what the user has entered', () => {
  const entered = { taskName: 'Survey', trackerIds: [9], routeId: 6, executeFrom: null, executeTo: dayjs() };
  expect(offerOf(FLIGHT, entered, OPTIONS)).toEqual({
    flight: { flightId: 1, details: FLIGHT },
    flightNumber: 'CA1',
  });
});

test('offers neither a route that the user does not see, nor the device of a plane without one', () => {
  const fields = offerOf({ ...FLIGHT, trackerId: null }, EMPTY, { ...OPTIONS, routeIds: new Set() });
  expect(fields).not.toHaveProperty('routeId');
  expect(fields).not.toHaveProperty('trackerIds');
});
