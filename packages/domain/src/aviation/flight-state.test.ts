import { describe, expect, test } from 'vitest';
import { type FlightPlanTimes, type FlightProgress, flightPlanStatus } from './flight-state.ts';

const MINUTE_MS = 60_000;
const TIMES: FlightPlanTimes = { isCancelled: false, plannedOffBlock: 0, estimatedArrival: 120 * MINUTE_MS };
const NOTHING: FlightProgress = { isOffBlock: false, leg: null, lastReport: null, reportInterval: null };
const FLYING: FlightProgress = { ...NOTHING, leg: { landing: null, lost: false } };
const LANDING = { at: 1, from: 0, to: 1, latitude: 0, longitude: 0, course: null };

function at(minutes: number, progress: FlightProgress, times = TIMES) {
  const { state, reason, level } = flightPlanStatus(times, progress, minutes * MINUTE_MS);
  return [state, reason, level].filter((part) => part !== null).join(' ');
}

test('a cancelled flight stays cancelled, and a landed one landed', () => {
  expect(at(500, FLYING, { ...TIMES, isCancelled: true })).toBe('cancelled');
  expect(at(500, { ...FLYING, leg: { landing: LANDING, lost: false } })).toBe('landed');
});

test('a flight is overdue 30 minutes after its planned off-block time', () => {
  expect(at(29.9, NOTHING)).toBe('planned');
  expect(at(30, NOTHING)).toBe('overdue off-block yellow');
  expect(at(30, { ...NOTHING, isOffBlock: true })).toBe('off-block');
});

test('a flight is overdue 15 minutes after its estimated arrival, and urgent after 30', () => {
  expect(at(134.9, FLYING)).toBe('flying');
  expect(at(135, FLYING)).toBe('overdue arrival yellow');
  expect(at(149.9, FLYING)).toBe('overdue arrival yellow');
  expect(at(150, FLYING)).toBe('overdue arrival red');
});

describe('silence in flight', () => {
  // A report each two minutes, the last one at 60 minutes.
  const progress = { ...FLYING, lastReport: 60 * MINUTE_MS, reportInterval: 2 * MINUTE_MS };

  test('counts after three missed reports', () => {
    expect(at(66, progress)).toBe('flying');
    expect(at(66.1, progress)).toBe('overdue silence yellow');
  });

  test('is less urgent than the arrival', () => {
    expect(at(150, progress)).toBe('overdue arrival red');
  });

  test('without an interval does not count, and a lost leg does', () => {
    const noArrival = { ...TIMES, estimatedArrival: null };
    expect(at(500, { ...progress, reportInterval: null }, noArrival)).toBe('flying');
    expect(at(2_000, { ...FLYING, leg: { landing: null, lost: true } }, noArrival)).toBe(
      'overdue silence yellow',
    );
  });

  test('on the ground does not count', () => {
    expect(at(10, { ...progress, leg: null })).toBe('planned');
  });
});
