import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { AircraftKind } from '@wakeline/domain/aviation/aircraft-kind';
import { ALTITUDE_KINDS } from '@wakeline/domain/aviation/altitude-kind';
import { applyFlight } from '@wakeline/domain/aviation/apply-flight';
import type { FlightMemory } from '@wakeline/domain/aviation/flight-memory';
import { FLIGHT_PROFILES } from '@wakeline/domain/aviation/flight-profile';
import type { FlightFix } from '@wakeline/domain/aviation/flight-step';
import type { Leg } from '@wakeline/domain/aviation/leg';
import IGCParser from 'igc-parser';
import { describe, expect, test } from 'vitest';
import BY_HAND from '../fixtures/flights/by-hand.json' with { type: 'json' };
import LIBIGC from '../fixtures/flights/libigc.json' with { type: 'json' };

const FOLDER = new URL('../fixtures/flights/', import.meta.url);
const DOCUMENT = readFileSync(
  new URL('../../../../docs/development/aviation-legs.md', import.meta.url),
  'utf8',
);
/** Milliseconds from the times of libigc: it has no heights, and counts slow flight against the wind as landed. */
const TOLERANCE_MS = 60_000;

type TrackName = keyof typeof LIBIGC;
type Range = readonly [from: string, to: string];
/** Times that were read from the fixes, where libigc is farther away. */
const RANGES: Partial<Record<string, { takeoff?: Range; landing?: Range }>> = BY_HAND as unknown as Record<
  string,
  { takeoff?: Range; landing?: Range }
>;

function unpack(name: string): string {
  return gunzipSync(readFileSync(new URL(`${name}.gz`, FOLDER))).toString('latin1');
}

/** The legs of a recording, each as its last event has it. */
function legsOf(kind: AircraftKind, fixes: readonly FlightFix[]): Leg[] {
  let memory: FlightMemory | null = null;
  const legs = new Map<number, Leg>();
  for (const fix of fixes) {
    const outcome = applyFlight(FLIGHT_PROFILES[kind], memory, fix);
    memory = outcome.memory;
    for (const { leg } of outcome.events) legs.set(leg.startedAt, leg);
  }
  return [...legs.values()];
}

/** Recorders end a file as soon as they stand; a tracker stands on. */
function readIgc(name: string): FlightFix[] {
  const fixes = IGCParser.parse(unpack(`${name}.igc`)).fixes.map(
    ({ timestamp, latitude, longitude, gpsAltitude }): FlightFix => ({
      ...{ time: timestamp, latitude, longitude, altitude: gpsAltitude },
      ...{ speed: null, course: null, accuracy: null },
    }),
  );
  const last = fixes.at(-1);
  if (last === undefined) throw new Error(`no fixes in ${name}`);
  for (let at = 1; at <= 20; at += 1) fixes.push({ ...last, time: last.time + at * 10_000 });
  return fixes;
}

function clock(time: number): string {
  return new Date(time).toISOString().slice(11, 19);
}

/** Seconds with a sign. */
function difference(time: number, expected: number): string {
  const seconds = Math.round((time - expected) / 1_000);
  return seconds > 0 ? `+${seconds}` : String(seconds);
}

function expectTime(time: number, expected: number, range: Range | undefined): void {
  if (range === undefined) expect(Math.abs(time - expected)).toBeLessThanOrEqual(TOLERANCE_MS);
  else {
    expect(time).toBeGreaterThanOrEqual(Date.parse(range[0]));
    expect(time).toBeLessThanOrEqual(Date.parse(range[1]));
  }
}

/** Recordings of a few thousand fixes; the others take seconds. */
const SHORT: readonly TrackName[] = [
  'd3p',
  'discontinuity',
  'flat-xcontest-8.01',
  'marcourt',
  'record_de_france',
  'tri',
];
const LONG = (Object.keys(LIBIGC) as TrackName[]).filter((name) => !SHORT.includes(name));

describe('recorded flights of paragliders', () => {
  test.each(SHORT)('%s', expectSameLegs);
  test.each(LONG)('%s', { tags: ['long'] }, expectSameLegs);

  function expectSameLegs(name: TrackName): void {
    const legs = legsOf('paraglider', readIgc(name));
    const flights = LIBIGC[name] as unknown as readonly (readonly [number, number])[];
    // libigc divides this one where the pilot stands against the wind.
    if (name === 'record_de_france') expect(legs).toHaveLength(1);
    else expect(legs).toHaveLength(flights.length);
    for (const [at, leg] of legs.entries()) {
      const isLast = at === legs.length - 1;
      const takeoff = flights[at]?.[0] ?? Number.NaN;
      const landing = (isLast ? flights.at(-1) : flights[at])?.[1] ?? Number.NaN;
      const start = leg.takeoff?.at ?? leg.startedAt;
      const end = leg.landing?.at ?? Number.NaN;
      expectTime(start, takeoff, RANGES[name]?.takeoff);
      expectTime(end, landing, RANGES[name]?.landing);
      // The table of the document is this comparison.
      expect(DOCUMENT).toContain(
        `| ${name} | ${clock(takeoff)} | ${clock(start)}${leg.beganBefore ? ' b' : ''} | ${difference(start, takeoff)} ` +
          `| ${clock(landing)} | ${clock(end)} | ${difference(end, landing)} |\n`,
      );
    }
  }
});

type TraceRow = readonly [
  seconds: number,
  latitude: number,
  longitude: number,
  feet: number | 'ground' | null,
  knots: number | null,
  course: number | null,
];

function readTrace(name: string, withFlag: boolean): { fixes: FlightFix[]; rows: readonly TraceRow[] } {
  const rows: readonly TraceRow[] = JSON.parse(unpack(`${name}.json`));
  const fixes = rows.map(
    ([seconds, latitude, longitude, feet, knots, course]): FlightFix => ({
      ...{ time: Math.round(seconds * 1_000), latitude, longitude, course, accuracy: null },
      altitude: typeof feet === 'number' ? feet * 0.3048 : null,
      altitudeKind: ALTITUDE_KINDS.pressure,
      speed: knots === null ? null : knots * 1.852,
      ...(withFlag && { onGround: feet === 'ground' }),
    }),
  );
  return { fixes, rows };
}

/** Times at which the transponder changes between ground and air. */
function changesOf(rows: readonly TraceRow[]): number[] {
  return rows.flatMap(([seconds, , , feet], at) => {
    const before = rows[at - 1]?.[3];
    return at > 0 && (before === 'ground') !== (feet === 'ground') ? [Math.round(seconds * 1_000)] : [];
  });
}

describe('a day of an airliner by ADS-B', () => {
  test('has the times of the transponder', () => {
    const { fixes, rows } = readTrace('boeing-737', true);
    const [landed, tookOff, landedAgain, tookOffAgain] = changesOf(rows);
    expect(legsOf('airliner', fixes)).toMatchObject([
      { beganBefore: true, takeoff: null, landing: { at: landed } },
      { takeoff: { at: tookOff }, landing: { at: landedAgain } },
      // The recording ends on the runway.
      { takeoff: { at: tookOffAgain }, landing: null },
    ]);
  });

  test('has almost the same times by speed and height only', () => {
    const { fixes, rows } = readTrace('boeing-737', false);
    const [landed = 0, tookOff, landedAgain = 0, tookOffAgain] = changesOf(rows);
    const legs = legsOf('airliner', fixes);
    expect(legs.map(({ takeoff }) => takeoff?.at)).toEqual([undefined, tookOff, tookOffAgain]);
    for (const [at, expected] of [landed, landedAgain].entries())
      expect(Math.abs((legs[at]?.landing?.at ?? 0) - expected)).toBeLessThan(15_000);
  });
});

test('an airliner whose transponder errs on the ground takes off once', () => {
  const { fixes, rows } = readTrace('airliner-takeoff', true);
  const legs = legsOf('airliner', fixes);
  expect(legs).toHaveLength(1);
  // The flag changes back and forth within the last two seconds before it stays.
  const last = changesOf(rows).at(-1) ?? 0;
  expect(Math.abs((legs[0]?.takeoff?.at ?? 0) - last)).toBeLessThanOrEqual(2_000);
  expect(legs[0]).toMatchObject({ touchAndGos: 0, landing: null });
});
