import { NEVER_REPORTED, type TrackerState } from '@wakeline/domain/tracker-state/tracker-state';
import { expect, test } from 'vitest';
import { PackedStates } from './packed-states.ts';

const NOW = Date.UTC(2026, 5, 1);
const MOMENT = { time: NOW - 5_000, latitude: 31.123456789, longitude: -121.987654321 };
const DAY = {
  day: 20_605,
  metres: 1_234.5678,
  nightMetres: 0,
  ignition: 60_000,
  fastest: { ...MOMENT, speed: 88.125 },
  firstFix: NOW - 9_000,
  lastFix: NOW - 1_000,
};

/** A car on a trip: all that a row contains. */
const MOVING: TrackerState = {
  position: {
    time: NOW,
    latitude: 31.2,
    longitude: 121.4,
    altitude: -3.25,
    altitudeKind: 2,
    speed: 0,
    course: 359.9,
    accuracy: 4,
  },
  battery: 55.5,
  gsm: 0,
  satellites: 9,
  mileage: 123_456.789,
  activatedAt: NOW - 86_400_000,
  lastSeenAt: NOW + 20,
  status: 'RUNNING',
  statusSince: NOW - 60_000,
  memory: {
    moving: true,
    anchor: MOMENT,
    slowSince: NOW - 2_000,
    silent: false,
    sos: null,
    lowBattery: true,
    alarms: {},
    reportedAt: NOW,
    travel: { moving: true, since: NOW - 60_000, mileage: 120_000 },
    ignition: { on: true, since: NOW - 61_000 },
    activity: {
      kind: 'trip',
      from: MOMENT,
      countedTo: NOW - 4_000,
      buckets: [{ from: MOMENT, days: [DAY] }],
      ignition: true,
    },
  },
};

const withMemory = (memory: Partial<TrackerState['memory']>): TrackerState => ({
  ...MOVING,
  memory: { ...MOVING.memory, ...memory },
});

const { activity = null } = MOVING.memory;
if (activity === null) throw new Error('the state of the test has no activity');

test.each<[string, TrackerState]>([
  ['never reported', NEVER_REPORTED],
  ['a car on a trip', MOVING],
  [
    'a parked car without ignition',
    {
      ...withMemory({
        moving: false,
        silent: true,
        unconfirmed: true,
        slowSince: null,
        activity: {
          ...activity,
          kind: 'stop',
          ignition: false,
          buckets: [
            {
              from: MOMENT,
              days: [{ ...DAY, ignition: null, fastest: null, firstFix: null, lastFix: null }],
            },
          ],
        },
        ignition: { on: false, since: 0 },
      }),
      status: 'OFFLINE',
    },
  ],
  ['an unknown ignition', withMemory({ activity: { ...activity, ignition: null } })],
  [
    'an activity of two days',
    withMemory({
      activity: {
        ...activity,
        buckets: [{ from: MOMENT, days: [DAY, { ...DAY, day: 20_606 }] }],
      },
    }),
  ],
  [
    'an activity with a possible change',
    withMemory({
      activity: {
        ...activity,
        buckets: [
          { from: MOMENT, days: [DAY] },
          { from: MOMENT, days: [] },
        ],
      },
    }),
  ],
  [
    'an activity without a day',
    withMemory({ activity: { ...activity, buckets: [{ from: MOMENT, days: [] }] } }),
  ],
  [
    'a possible change of travel',
    withMemory({
      travel: { moving: true, since: 1, mileage: 2, change: { ...MOMENT, mileage: 3 } },
    }),
  ],
  [
    'alarms, fences and an emergency',
    {
      ...withMemory({
        sos: { since: NOW - 10, last: NOW, openedAt: NOW + 1 },
        sosLift: { upTo: NOW - 20, goesOn: true },
        alarms: { SOS: NOW },
        emergency: { details: null, since: NOW, ended: false },
        fences: [{ fenceId: 7, shapedAt: 1, inside: true, crossing: null, enteredAt: NOW }],
        statusNotified: { moving: true },
      }),
      status: 'SOS',
    },
  ],
])('returns a state as it was stored: %s', (_what, state) => {
  const states = new PackedStates();
  const stored = { trackerId: 5, accountId: 3, version: 12, state };
  states.set(stored);
  expect(states.get(5)).toStrictEqual(stored);
  // Nothing of a former state is left over, in either direction.
  states.set({ ...stored, version: 13, state: NEVER_REPORTED });
  expect(states.get(5)).toStrictEqual({ ...stored, version: 13, state: NEVER_REPORTED });
  states.set(stored);
  expect(states.get(5)).toStrictEqual(stored);
});

test('keeps the states of many trackers, and none of a deleted one', () => {
  const states = new PackedStates();
  const stateOf = (trackerId: number) => ({
    trackerId,
    accountId: trackerId % 7,
    version: trackerId * 2,
    state: { ...MOVING, mileage: trackerId / 8 },
  });
  for (let id = 1; id <= 1_000; id += 1) states.set(stateOf(id));
  for (let id = 1; id <= 1_000; id += 1) expect(states.get(id)).toStrictEqual(stateOf(id));
  states.set({ ...stateOf(500), state: withMemory({ alarms: { SOS: NOW } }) });
  states.delete(500);
  states.delete(1_001);
  expect(states.get(500)).toBeUndefined();
  expect(states.accountIdOf(500)).toBeUndefined();
  states.set({ ...stateOf(2_000), state: NEVER_REPORTED });
  expect(states.get(2_000)?.state).toStrictEqual(NEVER_REPORTED);
  expect(states.accountIdOf(2_000)).toBe(5);
  expect([...states.ids()]).toHaveLength(1_000);
  expect(states.get(499)).toStrictEqual(stateOf(499));
});
