import { expect, test } from 'vitest';
import type { ActivityMemory } from '../activity/activity-memory.ts';
import { applyFlight } from '../aviation/apply-flight.ts';
import { FLIGHT_PROFILES } from '../aviation/flight-profile.ts';
import { flownTrack } from '../aviation/testing/flown-track.ts';
import { fromStoredMemory, toStoredMemory } from './stored-memory.ts';
import { NEVER_REPORTED } from './tracker-state.ts';

const { plane: _, rules: __, activity: ___, ...memory } = NEVER_REPORTED.memory;
const rules = { 10: { version: 2, state: { held: { since: 3, notified: false } } } };

test('stores what rules keep as a text, and nothing if they keep nothing', () => {
  expect(toStoredMemory({ ...memory, rules })).toEqual({ ...memory, rules: '10 2 h3,0' });
  expect(toStoredMemory(memory)).toEqual(memory);
});

test('reads the text, and the object of older rows', () => {
  expect(fromStoredMemory({ ...memory, rules: '10 2 h3,0' })).toEqual({ ...memory, rules });
  expect(fromStoredMemory({ ...memory, rules })).toEqual({ ...memory, rules });
  expect(fromStoredMemory(memory)).toEqual(memory);
});

test('stores the flight of a plane as a text, and drops a damaged one', () => {
  const [memory0] = flownTrack({}, [{ seconds: 0 }]).map(
    (fix) => applyFlight(FLIGHT_PROFILES.light, null, fix).memory,
  );
  const flight = memory0 ?? null;
  if (flight === null) throw new Error('a first fix leaves a memory');
  const reports = { receivedAt: 3_000, gapFrom: 2_000, gaps: [60_000, 61_000] };
  const plane = { planeId: 7, flight, reports };
  const stored = toStoredMemory({ ...memory, rules, plane });
  expect(stored).toMatchObject({ rules: '10 2 h3,0', plane: expect.stringMatching(/^7 m/) });
  expect(fromStoredMemory(stored)).toEqual({ ...memory, rules, plane });
  expect(stored.plane).toMatch(/ R3000,2000,60000,61000$/);
  // As older versions wrote it, and with a damaged field.
  const older = stored.plane?.replace(/ R.*/, '') ?? '';
  for (const text of [older, `${older} R`, `${older} R1`, `${older} R1,x`])
    expect(fromStoredMemory({ ...memory, plane: text }).plane).toEqual({ ...plane, reports: null });
  for (const damaged of ['', '7', '7 ', 'x m0', '7 m0,x'])
    expect(fromStoredMemory({ ...memory, plane: damaged })).toEqual(memory);
});

test('stores the activity as a text, and drops a damaged one', () => {
  const from = { time: 1_780_272_000_000, latitude: 22.5, longitude: 114 };
  const activity: ActivityMemory = {
    kind: 'trip',
    from,
    countedTo: from.time,
    buckets: [{ from, days: [] }],
    ignition: null,
  };
  const stored = toStoredMemory({ ...memory, activity });
  expect(stored.activity).toBe('1,1780272000000,22.5,114,1780272000000,,2;1780272000000,22.5,114');
  expect(fromStoredMemory(stored)).toEqual({ ...memory, activity });
  expect(fromStoredMemory({ ...memory, activity: '1,x' })).toEqual(memory);
});
