import { expect, test } from 'vitest';
import type { LocatedReport } from '../tracker-state/apply-report.ts';
import { FLIGHT_PROFILES } from './flight-profile.ts';
import type { FlightFix } from './flight-step.ts';
import { type Carriage, compareLegs, LegRecomputation } from './recompute-legs.ts';
import { flownTrack } from './testing/flown-track.ts';

const FOREVER: Carriage = {
  plane: { planeId: 1, profile: FLIGHT_PROFILES.light },
  from: 0,
  to: Number.POSITIVE_INFINITY,
};
/** Two flights of 330 s, each parked before it, the second one from 1,530 s on. */
const FLIGHT = [
  { seconds: 60 },
  { seconds: 30, speed: 150 },
  { seconds: 120, climb: 3 },
  { seconds: 150, speed: 110, climb: -2.4 },
  { seconds: 30, speed: 20 },
  { seconds: 5, speed: 0 },
  { seconds: 1_135 },
];
const TRACK = flownTrack({ every: 5, latitude: 53.5, longitude: 9.9 }, [...FLIGHT, ...FLIGHT]);

function positionOf({
  time,
  latitude,
  longitude,
  altitude,
  speed,
  course,
  accuracy,
}: FlightFix): LocatedReport {
  const fix = { valid: true, latitude, longitude, altitude, speed, course, accuracy };
  return { time, fix, attributes: {}, alarms: [] } as unknown as LocatedReport;
}

function recompute(carriages: readonly Carriage[], track: readonly FlightFix[] = TRACK) {
  const recomputation = new LegRecomputation(carriages);
  for (const fix of track) recomputation.add(positionOf(fix));
  return recomputation;
}

const starts = ({ legs }: LegRecomputation) => legs.map(({ leg }) => leg.startedAt);

test('finds both flights, and the second one alone from the landing of the first', () => {
  const complete = recompute([FOREVER]);
  const [first, second] = complete.legs;
  expect(complete.legs).toHaveLength(2);
  expect(first?.endedAt).toBeGreaterThan(330_000);
  const rest = recompute(
    [FOREVER],
    TRACK.filter(({ time }) => time >= (first?.endedAt ?? 0)),
  );
  expect(rest.legs).toEqual([second]);
  expect(rest.memory).toEqual(complete.memory);
  expect(rest.events.map(({ kind }) => kind)).toEqual(['take-off', 'landing']);
});

test('legs neither overlap nor end before they begin when a clock sets the time back', () => {
  // The second flight has the times of the first one, from 20 s to an hour earlier than they were, and begins 10 km away.
  for (const back of [1_510_000, 1_530_000, 1_737_500, 3_600_000]) {
    const track = TRACK.map((fix) =>
      fix.time < 1_530_000 ? fix : { ...fix, time: fix.time - back, latitude: fix.latitude + 0.09 },
    )
      .toSorted((a, b) => a.time - b.time)
      .filter(({ time }, at, all) => time !== all[at - 1]?.time);
    const { legs } = recompute([FOREVER], track);
    let end = Number.NEGATIVE_INFINITY;
    for (const { leg, endedAt } of legs) {
      expect(leg.startedAt).toBeGreaterThanOrEqual(end);
      if (leg.takeoff !== null && leg.landing !== null)
        expect(leg.landing.at).toBeGreaterThanOrEqual(leg.takeoff.at);
      end = endedAt ?? leg.startedAt;
      expect(end).toBeGreaterThanOrEqual(leg.startedAt);
    }
    expect(legs.length).toBeGreaterThan(0);
  }
});

test('is settled ten minutes after the aircraft came to rest, and not in flight', () => {
  const recomputation = new LegRecomputation([FOREVER]);
  const settled = TRACK.map((fix) => {
    recomputation.add(positionOf(fix));
    return recomputation.isSettled;
  });
  // At rest from 395 s on: the last fix that moved is at 390 s.
  const after = (seconds: number) => settled[TRACK.findIndex(({ time }) => time === seconds * 1_000)];
  expect(after(200)).toBe(false);
  expect(after(900)).toBe(false);
  expect(after(1_010)).toBe(true);
});

test('a plane that the device left in flight loses the leg, and the next plane begins in the air', () => {
  const second = { planeId: 2, profile: FLIGHT_PROFILES.light };
  const { legs } = recompute([
    { ...FOREVER, to: 200_000 },
    { plane: second, from: 250_000, to: Number.POSITIVE_INFINITY },
  ]);
  expect(legs).toMatchObject([
    { planeId: 1, endedAt: 195_000, leg: { lost: true } },
    { planeId: 2, leg: { beganBefore: true, lost: false } },
    { planeId: 2, leg: { beganBefore: false } },
  ]);
});

test('positions from before the first binding belong to its plane', () => {
  expect(starts(recompute([{ ...FOREVER, from: 10_000_000 }]))).toEqual(starts(recompute([FOREVER])));
});

test('a found leg takes the place of the stored one with which it has the longest time in common', () => {
  expect(
    compareLegs(
      [
        { startedAt: 100, endedAt: 200 },
        { startedAt: 300, endedAt: 400 },
        { startedAt: 450, endedAt: 470 },
        { startedAt: 600, endedAt: null },
      ],
      [
        { startedAt: 100, endedAt: 210 },
        { startedAt: 290, endedAt: 460 },
        { startedAt: 590, endedAt: 700 },
        { startedAt: 800, endedAt: 900 },
      ],
    ),
  ).toEqual({
    renamed: [
      { from: 300, to: 290 },
      { from: 600, to: 590 },
      // An open leg has no end that is known.
    ],
    removed: [450],
  });
});
