import { describe, expect, test } from 'vitest';
import { createDrivenSchedule, type MotionProfile } from './driven-schedule.ts';
import { concatSchedules, createStop, repeatSchedule } from './itinerary.ts';
import { createRecordedSchedule } from './recorded-schedule.ts';
import { offsetCoordinates } from './sphere.ts';
import { roundCorners, type Waypoint } from './waypoint.ts';

const GUILIN = { longitude: 110.29, latitude: 25.28 };

/** A waypoint at an offset in metres from Guilin. */
function waypointAt(
  east: number,
  north: number,
  altitude: number | null = null,
  speed: number | null = null,
): Waypoint {
  return { ...offsetCoordinates(GUILIN, east, north), altitude, speed };
}

/** 36 km/h are 10 m/s. */
const PROFILE: MotionProfile = {
  speed: 36,
  acceleration: 1,
  lateralAcceleration: 2,
  roundingPasses: 0,
  spacing: 10,
};

describe('a drawn route', () => {
  // By hand: from 0 to 10 m/s at 1 m/s² takes 10 s and 50 m, the same for braking; the 900 m between at 10 m/s take 90 s.
  const kilometre = createDrivenSchedule([waypointAt(0, 0, 100), waypointAt(0, 1000, 200)], PROFILE);

  test('takes the time for accelerating, cruising and braking', () => {
    expect(kilometre.duration).toBeCloseTo(110, 2);
  });

  test('follows the acceleration', () => {
    // s = a·t²/2: after 6 s 18 m at 6 m/s = 21.6 km/h.
    const early = kilometre.at(6);
    expect(early.speed).toBeCloseTo(21.6, 1);
    expect(early.latitude).toBeCloseTo(offsetCoordinates(GUILIN, 0, 18).latitude, 6);
    // After 55 s: half the distance, full speed, half the climb, northwards.
    const middle = kilometre.at(55);
    expect(middle.speed).toBeCloseTo(36, 3);
    expect(middle.latitude).toBeCloseTo(offsetCoordinates(GUILIN, 0, 500).latitude, 6);
    expect(middle.altitude).toBeCloseTo(150, 1);
    expect(middle.course).toBeCloseTo(0, 3);
  });

  test('is stationary before the start and after the end, and keeps its course', () => {
    expect(kilometre.at(-5)).toMatchObject({ speed: 0, altitude: 100 });
    expect(kilometre.at(1e6)).toMatchObject({ speed: 0, altitude: 200, course: kilometre.at(109).course });
  });

  test('slows down at a waypoint with a speed', () => {
    // 18 km/h in the middle: 5 m/s there, reached by braking from 10 m/s over (100-25)/2 = 37.5 m.
    const slow = createDrivenSchedule([waypointAt(0, 0), waypointAt(0, 500, null, 18), waypointAt(0, 1000)], {
      ...PROFILE,
      spacing: 500,
    });
    expect(slow.at(slow.duration / 2).speed).toBeCloseTo(18, 1);
  });

  test('limits the speed in a bend by the lateral acceleration', () => {
    // A right angle with 10 m on each side has a radius of 10 / (pi/2) = 6.366 m: sqrt(2 · 6.366) = 3.568 m/s.
    const corner = createDrivenSchedule(
      [waypointAt(0, 0), waypointAt(0, 500), waypointAt(500, 500)],
      PROFILE,
    );
    expect(corner.at(corner.duration / 2).speed).toBeCloseTo(3.568 * 3.6, 1);
    expect(corner.at(corner.duration - 30).course).toBeCloseTo(90, 1);
  });

  test('refuses a single point and a speed of zero', () => {
    expect(() => createDrivenSchedule([waypointAt(0, 0)], PROFILE)).toThrow(RangeError);
    expect(() =>
      createDrivenSchedule([waypointAt(0, 0), waypointAt(9, 9)], { ...PROFILE, speed: 0 }),
    ).toThrow(RangeError);
  });
});

test('rounds corners within the hull of the route and keeps its ends', () => {
  const route = [waypointAt(0, 0), waypointAt(0, 100), waypointAt(100, 100)];
  const once = roundCorners(route, 1);
  const expected = [waypointAt(0, 0), waypointAt(0, 75), waypointAt(25, 100), waypointAt(100, 100)];
  expect(once).toHaveLength(4);
  for (const [index, point] of once.entries()) {
    expect(point.longitude).toBeCloseTo(expected[index]?.longitude ?? 0, 9);
    expect(point.latitude).toBeCloseTo(expected[index]?.latitude ?? 0, 9);
  }
});

describe('a recorded track', () => {
  const start = Date.parse('2026-05-01T08:00:00Z');
  const track = createRecordedSchedule([
    { ...waypointAt(0, 0, 10), altitude: 10, time: start },
    { ...waypointAt(0, 100, 20), altitude: 20, time: start + 20_000 },
    // Clocks of receivers jump back: such a point is dropped.
    { ...waypointAt(0, 900, 0), altitude: 0, time: start + 15_000 },
    { ...waypointAt(300, 100, 20), altitude: 20, time: start + 80_000 },
  ]);

  test('is at each point at its recorded time, in between with constant speed', () => {
    expect(track.duration).toBe(80);
    // 100 m in 20 s are 18 km/h, 300 m in 60 s as well.
    expect(track.at(10).speed).toBeCloseTo(18, 2);
    expect(track.at(10).latitude).toBeCloseTo(offsetCoordinates(GUILIN, 0, 50).latitude, 7);
    expect(track.at(10).altitude).toBeCloseTo(15, 6);
    expect(track.at(50).speed).toBeCloseTo(18, 2);
    expect(track.at(50).course).toBeCloseTo(90, 1);
    expect(track.at(50).longitude).toBeCloseTo(
      offsetCoordinates(offsetCoordinates(GUILIN, 0, 100), 150, 0).longitude,
      6,
    );
  });
});

describe('concatenated schedules', () => {
  const north = createDrivenSchedule([waypointAt(0, 0), waypointAt(0, 1000)], PROFILE);
  const end = north.at(north.duration);
  const day = concatSchedules([
    north,
    createStop(end, 60),
    createDrivenSchedule([waypointAt(0, 1000), waypointAt(0, 0)], PROFILE),
  ]);

  test('move, stop, and return', () => {
    expect(day.duration).toBeCloseTo(110 + 60 + 110, 1);
    expect(day.at(140)).toMatchObject({ speed: 0, latitude: end.latitude });
    expect(day.at(140).course).toBeCloseTo(0, 3);
    expect(day.at(200).course).toBeCloseTo(180, 3);
  });

  test('repeat forever, from any time', () => {
    const repeatedDay = repeatSchedule(day, 0);
    expect(repeatedDay(day.duration * 1000 + 55).latitude).toBeCloseTo(day.at(55).latitude, 7);
    expect(repeatedDay(-day.duration + 55).latitude).toBeCloseTo(day.at(55).latitude, 7);
    expect(repeatSchedule(day, 20)(35)).toEqual(day.at(55));
  });
});
