import { expect, test } from 'vitest';
import type { FlightMemory } from './flight-memory.ts';
import { flightStatusOf, phaseAt } from './flight-status.ts';
import type { LegMoment } from './leg.ts';

test('an aircraft in flight that does not report may do anything', () => {
  expect(phaseAt('climb', 0, 300_000)).toBe('climb');
  expect(phaseAt('climb', 0, 300_001)).toBe('unknown');
  expect(phaseAt('approach', 0, 300_001)).toBe('unknown');
  expect(phaseAt('parked', 0, 300_001)).toBe('parked');
  expect(phaseAt('landed', 0, 300_001)).toBe('landed');
});

test('shows the rate of climb in steps of 0.1 m/s and the times of the leg', () => {
  const takeoff = { at: 60_000 } as LegMoment;
  const leg = { takeoff, landing: null } as FlightMemory['leg'];
  const memory = { phase: 'climb', climb: 2.4499, leg } as FlightMemory;
  const status = (flight: FlightMemory) => flightStatusOf({ planeId: 1, flight, reports: null });
  const silentAt = null;
  expect(status(memory)).toEqual({ phase: 'climb', climb: 2.4, takeoff: 60_000, landing: null, silentAt });
  expect(status({ ...memory, climb: null, leg: null })).toEqual({
    phase: 'climb',
    climb: null,
    takeoff: null,
    landing: null,
    silentAt,
  });
});

test('an aircraft in flight is silent three report intervals after its last position', () => {
  const flight = { phase: 'cruise', climb: null, leg: null, state: 'airborne' } as FlightMemory;
  // Positions at 0, 120 and 240 s.
  const reports = { receivedAt: 240_000, gapFrom: 240_000, gaps: [120_000, 120_000] };
  expect(flightStatusOf({ planeId: 1, flight, reports }).silentAt).toBe(600_000);
  const landed = { ...flight, state: 'ground' } as FlightMemory;
  expect(flightStatusOf({ planeId: 1, flight: landed, reports }).silentAt).toBeNull();
});
