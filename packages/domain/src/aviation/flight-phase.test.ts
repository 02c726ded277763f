import { expect, test } from 'vitest';
import { applyFlight } from './apply-flight.ts';
import type { FlightMemory } from './flight-memory.ts';
import { FLIGHT_PROFILES } from './flight-profile.ts';
import { flownTrack } from './testing/flown-track.ts';

/** `climb 120`: each phase with the second at which it begins. */
function phasesOf(stretches: Parameters<typeof flownTrack>[1]): string[] {
  let memory: FlightMemory | null = null;
  const texts: string[] = [];
  for (const fix of flownTrack({}, stretches)) {
    const before: FlightMemory | null = memory;
    memory = applyFlight(FLIGHT_PROFILES.light, before, fix).memory;
    if (memory !== null && memory.phase !== before?.phase) texts.push(`${memory.phase} ${fix.time / 1_000}`);
  }
  return texts;
}

test('a flight passes through all phases', () => {
  const phases = phasesOf([
    { seconds: 60 },
    { seconds: 10, speed: 30 },
    { seconds: 50 },
    { seconds: 20, speed: 130 },
    { seconds: 100, speed: 200, climb: 4 },
    { seconds: 100, climb: 8 },
    { seconds: 600 },
    { seconds: 100, climb: -8, course: 270 },
    { seconds: 610 },
    { seconds: 100, speed: 120, climb: -4 },
    { seconds: 30, speed: 0 },
    { seconds: 400 },
  ]);
  expect(phases.map((text) => text.split(' ')[0])).toEqual([
    ...['unknown', 'parked', 'taxi', 'take-off', 'climb', 'cruise', 'descent', 'cruise', 'approach'],
    ...['cruise', 'landed', 'parked'],
  ]);
  const seconds = Object.fromEntries(phases.map((text) => text.split(' ')));
  // The climb counts from 150 m: 15 m of proof and 4 m/s from 140 s on.
  expect(Math.abs(Number(seconds.climb) - 178)).toBeLessThanOrEqual(2);
});

test('a short descent is no phase', () => {
  const phases = phasesOf([
    { seconds: 60 },
    { seconds: 20, speed: 130 },
    { seconds: 200, speed: 200, climb: 4 },
    { seconds: 300 },
    { seconds: 20, climb: -4 },
    { seconds: 300 },
  ]);
  expect(phases.map((text) => text.split(' ')[0])).toEqual([
    ...['unknown', 'parked', 'taxi', 'take-off', 'climb', 'cruise'],
  ]);
});
