import { expect, test } from 'vitest';
import { type TrackFix, trackOf } from '../tracks/track.ts';
import { findEncounters } from './encounters.ts';

/** Metres per degree of a meridian of the mean sphere, 2 π 6,371,008.8 m / 360. */
const DEGREE = 111_195.08;

/** A fix in metres east and north of a point on the equator, where a degree of longitude has the same length. */
function fix(second: number, east: number, north: number, lng = 0): TrackFix {
  return {
    time: second * 1000,
    lng: lng + east / DEGREE,
    lat: north / DEGREE,
    distant: 0,
    dir: null,
    speed: null,
    power: null,
    gsm: null,
    gps: null,
    height: null,
  };
}

const line = (...fixes: TrackFix[]) => trackOf(fixes);
const rule = { radius: 50, mergeGapMs: 60_000 };

test('finds the encounter of two trackers that move towards each other', () => {
  // 10 m/s each, from 1,000 m apart: they meet at second 50, and are within 50 m from 47.5 to 52.5.
  const up = line(fix(0, 0, 0), fix(100, 0, 1000));
  const down = line(fix(0, 0, 1000), fix(40, 0, 600), fix(100, 0, 0));
  const [encounter, ...others] = findEncounters(up, down, rule);
  expect(others).toEqual([]);
  expect(encounter?.time).toBeCloseTo(50_000, 3);
  expect(encounter?.startTime).toBeCloseTo(47_500, 1);
  expect(encounter?.endTime).toBeCloseTo(52_500, 1);
  expect(encounter?.distance).toBeCloseTo(0, 3);
  expect(encounter?.lat).toBeCloseTo(500 / DEGREE, 9);
});

test('finds an encounter at 30 m for the time of a chord of 80 m', () => {
  // One is parked 30 m beside the path of the other, which moves at 10 m/s: 2 √(50² - 30²) = 80 m.
  const parked = line(fix(0, 30, 500), fix(100, 30, 500));
  const moving = line(fix(0, 0, 0), fix(100, 0, 1000));
  const [encounter] = findEncounters(parked, moving, rule);
  expect((encounter?.endTime ?? 0) - (encounter?.startTime ?? 0)).toBeCloseTo(8000, 1);
  expect(encounter?.distance).toBeCloseTo(30, 3);
  expect(encounter?.lng).toBeCloseTo(15 / DEGREE, 9);
  expect(findEncounters(moving, parked, rule)[0]?.time).toBeCloseTo(50_000, 2);
});

test('ignores trackers that pass at 51 m', () => {
  expect(
    findEncounters(line(fix(0, 51, 500), fix(100, 51, 500)), line(fix(0, 0, 0), fix(100, 0, 1000)), rule),
  ).toEqual([]);
});

test('finds one encounter for trackers that travel together', () => {
  const one = line(...Array.from({ length: 11 }, (_, i) => fix(i * 10, 0, i * 100)));
  const other = line(...Array.from({ length: 11 }, (_, i) => fix(i * 10 + 5, 20, i * 100 + 50)));
  const encounters = findEncounters(one, other, rule);
  expect(encounters).toHaveLength(1);
  expect(encounters[0]?.startTime).toBe(5_000);
  expect(encounters[0]?.endTime).toBe(100_000);
  expect(encounters[0]?.distance).toBeCloseTo(20, 2);
});

test('merges encounters less than a minute apart', () => {
  const parked = line(
    fix(0, 0, 0),
    fix(60, 0, 0),
    fix(120, 0, 0),
    fix(180, 0, 0),
    fix(240, 0, 0),
    fix(300, 0, 0),
  );
  // 200 m away from second 30 to 50, and again from second 100 to 200.
  const strays = line(
    fix(0, 0, 10),
    fix(25, 0, 10),
    fix(30, 0, 200),
    fix(50, 0, 200),
    fix(55, 0, 5),
    fix(95, 0, 10),
    fix(100, 0, 200),
    fix(200, 0, 200),
    fix(205, 0, 10),
    fix(300, 0, 10),
  );
  const encounters = findEncounters(parked, strays, rule);
  expect(encounters).toHaveLength(2);
  expect(encounters[0]).toMatchObject({ startTime: 0, time: 55_000 });
  expect(encounters[0]?.distance).toBeCloseTo(5, 3);
  expect(encounters[1]?.endTime).toBe(300_000);
});

test('ignores gaps', () => {
  // The usual interval is 10 s, so 1,000 s are a gap; interpolation would pass the parked tracker.
  const withGap = line(
    fix(0, 0, 900),
    fix(10, 0, 900),
    fix(20, 0, 900),
    fix(1020, 0, -900),
    fix(1030, 0, -900),
  );
  const parked = line(...Array.from({ length: 110 }, (_, i) => fix(i * 10, 0, 0)));
  expect(findEncounters(withGap, parked, rule)).toEqual([]);
});

test('finds an encounter at the antimeridian', () => {
  const east = line(fix(0, -1000, 0, 180), fix(100, 0, 0, 180), fix(200, 1000, 0, 180));
  const west = line(fix(0, 1000, 0, -180), fix(100, 0, 0, -180), fix(200, -1000, 0, -180));
  const encounters = findEncounters(east, west, rule);
  expect(encounters).toHaveLength(1);
  expect(encounters[0]?.time).toBeCloseTo(100_000, 0);
  expect(Math.abs(encounters[0]?.lng ?? 0)).toBeCloseTo(180, 6);
});

test('finds nothing for tracks that do not overlap in time', () => {
  expect(findEncounters(line(fix(0, 0, 0), fix(10, 0, 0)), line(fix(20, 0, 0), fix(30, 0, 0)), rule)).toEqual(
    [],
  );
  expect(findEncounters(line(), line(fix(20, 0, 0)), rule)).toEqual([]);
});
