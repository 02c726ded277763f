import { describe, expect, test } from 'vitest';
import { seeded } from '../fences/testing/random.ts';
import { AIRCRAFT_KINDS } from './aircraft-kind.ts';
import { applyFlight } from './apply-flight.ts';
import type { FlightMemory } from './flight-memory.ts';
import { flightMemoryFromText, flightMemoryToText } from './flight-memory-text.ts';
import { FLIGHT_PROFILES } from './flight-profile.ts';
import type { FlightFix } from './flight-step.ts';

const MOMENT = { at: 1_500, from: 1_000, to: 2_000, latitude: -33.5, longitude: 151.25, course: null };
const RUN = { ...MOMENT, course: 270.5, altitude: 12.5 };

const MEMORY: FlightMemory = {
  state: 'airborne',
  time: 1_795_424_368_719,
  latitude: -33.856784,
  longitude: 151.215297,
  altitude: 512.5,
  altitudeKind: 3,
  altitudeAt: 1_795_424_368_000,
  speed: 181.25,
  east: -12.5,
  north: 3.25,
  climb: null,
  jumps: 1,
  ground: { altitude: 6.25, latitude: -33.9, longitude: 151.2 },
  rise: RUN,
  level: { ...RUN, altitude: null },
  slow: RUN,
  touched: MOMENT,
  still: MOMENT,
  offBlock: MOMENT,
  circuit: { lowest: null, lowestAt: 5, touched: true },
  phase: 'approach',
  nextPhase: 'take-off',
  nextPhaseAt: 7,
  leg: {
    startedAt: 1_500,
    beganBefore: false,
    offBlock: MOMENT,
    takeoff: MOMENT,
    landing: null,
    inBlock: null,
    touchAndGos: 2,
    goArounds: 1,
    distance: 1_234.5,
    maxHeight: 900,
    maxHeightKind: 3,
    maxSpeed: 200,
    fixes: 77,
    lost: false,
  },
};

test('the memory is the same after it was written and read', () => {
  expect(flightMemoryFromText(flightMemoryToText(MEMORY))).toEqual(MEMORY);
  const small = { ...MEMORY, ground: null, rise: null, level: null, slow: null, leg: null, circuit: null };
  expect(flightMemoryFromText(flightMemoryToText(small))).toEqual(small);
});

test('stored memory keeps its form', () => {
  const moment = '1500,1000,2000,-33.5,151.25';
  expect(flightMemoryToText(MEMORY).split(' ')).toEqual([
    'm2,1795424368719,-33.856784,151.215297,512.5,3,1795424368000,181.25,-12.5,3.25,,1,7,3,7',
    'g6.25,-33.9,151.2',
    'c,5,1',
    `r${moment},270.5,12.5`,
    `l${moment},270.5,`,
    `s${moment},270.5,12.5`,
    `t${moment},`,
    `i${moment},`,
    `o${moment},`,
    'L1500,0,2,1,1234.5,900,3,200,77,0',
    `O${moment},`,
    `T${moment},`,
  ]);
});

test('what a newer version keeps is left out', () => {
  expect(flightMemoryFromText(`${flightMemoryToText(MEMORY)} z5,6`)).toEqual(MEMORY);
});

test.each(['', ' ', 'm', 'mm', 'g1,2,3', 'm1,2,3', 'mNaN', flightMemoryToText(MEMORY).replace('m2', 'm9')])(
  'the text %j is no memory',
  (text) => {
    expect(flightMemoryFromText(text)).toBeNull();
  },
);

test('a changed text is a memory or none, and never an error', () => {
  const random = seeded(18);
  const text = flightMemoryToText(MEMORY);
  for (let round = 0; round < 3_000; round += 1) {
    const at = Math.floor(random() * text.length);
    const character = ' ,-.0123456789eEmgcrlstioLOTDIzN'.charAt(Math.floor(random() * 32));
    const cut = random() < 0.2 ? '' : text.slice(at + 1);
    const memory = flightMemoryFromText(text.slice(0, at) + character + cut);
    if (memory !== null) expect(Number.isFinite(memory.time)).toBe(true);
  }
});

describe('random fixes', () => {
  const random = seeded(2026);
  const pick = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)] as Value;
  const nextFix = (before: FlightFix): FlightFix => ({
    time:
      before.time + pick([1_000, 1_000, 1_000, 5_000, 60_000, -1_000, 0, 3_600_000, 90_000_000, Number.NaN]),
    latitude: pick([before.latitude, before.latitude + random() / 1_000, 90, -90, random() * 200 - 100]),
    longitude: pick([before.longitude, before.longitude + random() / 1_000, 180, -180, Number.NaN]),
    altitude: pick([null, 100, 100, 105, random() * 1_000]),
    altitudeKind: pick([1, 1, 1, 1, 2, 3, null]),
    speed: pick([null, 0, 0, 3, 25, 150, 900]),
    course: pick([null, 0, 359]),
    accuracy: pick([null, null, 10, 500]),
    onGround: pick([null, null, null, true, false]),
  });

  test.each(AIRCRAFT_KINDS)('never break the memory of a %s', (kind) => {
    let fix: FlightFix = {
      ...{ time: 0, latitude: 0, longitude: 0, altitude: 100, speed: 0, course: null, accuracy: null },
    };
    let memory: FlightMemory | null = null;
    let events = 0;
    for (let round = 0; round < 3_000; round += 1) {
      const next = nextFix(fix);
      if (Number.isFinite(next.time) && Math.abs(next.latitude) <= 90) fix = { ...next, longitude: 0 };
      const outcome = applyFlight(FLIGHT_PROFILES[kind], memory, next);
      memory = outcome.memory;
      events += outcome.events.length;
      if (memory === null || round % 50 !== 0) continue;
      const text = flightMemoryToText(memory);
      // 15 numbers, 8 moments and a leg with 4, of at most 20 characters each.
      expect(text.length).toBeLessThan(2_000);
      const { altitude, ...rest } = flightMemoryFromText(text) ?? {};
      expect(rest).toMatchObject({ state: memory.state, phase: memory.phase, time: memory.time });
    }
    expect(events).toBeGreaterThan(0);
  });
});
