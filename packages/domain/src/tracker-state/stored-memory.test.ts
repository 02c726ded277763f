import { expect, test } from 'vitest';
import type { ActivityMemory } from '../activity/activity-memory.ts';
import { applyFlight } from '../aviation/apply-flight.ts';
import { FLIGHT_PROFILES } from '../aviation/flight-profile.ts';
import { flownTrack } from '../aviation/testing/flown-track.ts';
import type { DeviceOverspeed } from '../overspeed/apply-device-overspeed.ts';
import { fromStoredMemory, toStoredMemory } from './stored-memory.ts';
import { type FenceMemory, NEVER_REPORTED } from './tracker-state.ts';

const {
  plane: _,
  rules: __,
  activity: ___,
  fences: ____,
  overspeed: _____,
  ...memory
} = NEVER_REPORTED.memory;
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

test('stores fences as a text, reads the objects of older rows, and drops damaged ones', () => {
  const fences: readonly FenceMemory[] = [
    { fenceId: 5, shapedAt: 1, inside: false, crossing: null },
    {
      fenceId: 7,
      shapedAt: 1_780_000_000_000,
      inside: true,
      crossing: { time: 9, latitude: 22.5, longitude: 114.125, seenAt: 10, mileage: 3_000.5 },
      enteredAt: 4,
      visit: {
        ...{ time: 4, latitude: -1.5, longitude: 2, mileage: 100, seenAt: 6, delay: 2_000 },
        days: [[20_600, 2_500]],
      },
    },
    {
      fenceId: 8,
      shapedAt: 2,
      inside: true,
      crossing: { time: 9, latitude: 22.5, longitude: 114.125, seenAt: 10 },
      visit: { time: 4, latitude: 1, longitude: 2, mileage: null, seenAt: 6, delay: 0 },
    },
  ];
  const stored = toStoredMemory({ ...memory, fences });
  expect(stored.fences).toBe(
    '5 1 0;7 1780000000000 1 e4 v4,-1.5,2,100,6,2000,20600,2500 c9,22.5,114.125,10,3000.5;' +
      '8 2 1 v4,1,2,,6,0 c9,22.5,114.125,10,',
  );
  expect(fromStoredMemory(stored)).toEqual({ ...memory, fences });
  expect(fromStoredMemory({ ...memory, fences })).toEqual({ ...memory, fences });
  expect(fromStoredMemory({ ...memory, fences: '5 x 0;7;6 1 0' }).fences).toEqual([
    { fenceId: 6, shapedAt: 1, inside: false, crossing: null },
  ]);
});

test('stores an overspeed of the device as a text, and drops a damaged one', () => {
  const moment = { time: 1_780_000_000_000, latitude: 22.5, longitude: 114.25 };
  const overspeed: DeviceOverspeed = {
    from: moment,
    mileage: 1_000,
    limit: null,
    fastest: { ...moment, speed: 131.5 },
    notice: { time: moment.time, receivedAt: 1_780_000_001_000, outcome: 'late' },
    last: { ...moment, time: 1_780_000_060_000 },
    lastMileage: 3_000,
  };
  const stored = toStoredMemory({ ...memory, overspeed });
  expect(stored.overspeed).toBe(
    '1780000060000,22.5,114.25,3000,1780000000000,22.5,114.25,1000,-1,3,1780000000000,1780000001000,1,' +
      '131.5,1780000000000,22.5,114.25',
  );
  expect(fromStoredMemory(stored)).toEqual({ ...memory, overspeed });
  expect(fromStoredMemory({ ...memory, overspeed: '1,2,x' })).toEqual(memory);
});
