import { describe, expect, test } from 'vitest';
import { FlightLine } from './flight-line.ts';

/** Metres per degree of latitude: 6 371 008.8 m * pi / 180. */
const DEGREE = 111_195.08;

function at(latitude: number, longitude: number) {
  return { latitude, longitude };
}

describe('a line along the equator and then north', () => {
  const line = new FlightLine([at(0, 0), at(0, 1), at(1, 1)]);

  test('is as long as its legs', () => {
    expect(line.length).toBeCloseTo(2 * DEGREE, 1);
    expect(line.starts.map((start) => Math.round(start))).toEqual([0, 111_195, 222_390]);
  });

  test.each([
    ['left of the first leg', at(0.001, 0.5), 111.2, true, 0, 0.5],
    ['right of the first leg', at(-0.001, 0.5), 111.2, false, 0, 0.5],
    ['left of the second leg', at(0.5, 0.999), 111.2, true, 1, 1.5],
    ['right of the second leg', at(0.5, 1.001), 111.2, false, 1, 1.5],
    // Pythagoras: 3 and 4 thousandths of a degree.
    ['before the start', at(0.003, -0.004), 556, true, 0, 0],
    ['beyond the end', at(1.004, 1.003), 556, false, 1, 2],
  ])('%s', (_, position, metres, isLeft, leg, degreesAlong) => {
    const found = line.locate(position, null);
    // 0.5 degrees north of the equator a degree of longitude is 0.004 % shorter.
    expect(Math.abs(found.metres - metres)).toBeLessThan(0.1);
    expect(found).toMatchObject({ isLeft, leg });
    expect(Math.abs(found.along - degreesAlong * DEGREE)).toBeLessThan(1);
  });
});

test('follows the line as it is drawn on the map, not the great circle', () => {
  // 100 km along the parallel of 45 degrees, where the great circle is L^2 tan(latitude) / 8R = 196 m farther north.
  const east = 100_000 / (DEGREE * Math.SQRT1_2);
  const line = new FlightLine([at(45, 0), at(45, east)]);
  expect(line.locate(at(45, east / 2), null).metres).toBeLessThan(0.5);
  // In the middle between two ends of segments, where they are farthest from the parallel.
  for (let step = 0; step <= 400; step += 1)
    expect(line.locate(at(45, (east * step) / 400), null).metres).toBeLessThan(0.5);
});

test('a line near the edge of the map has short segments, too', () => {
  // Half of the parallel of 84 degrees is 2,092 km long, the great circle over the pole 1,334 km.
  const line = new FlightLine([at(84, 0), at(84, 120), at(84, 180)]);
  expect(Math.abs(line.length - Math.PI * 6_371_008.8 * Math.cos((84 * Math.PI) / 180))).toBeLessThan(100);
  // L^2 tan(latitude) / 8R of 5 km: 4.7 m.
  for (let longitude = 0; longitude <= 180; longitude += 0.37)
    expect(line.locate(at(84, longitude), null).metres).toBeLessThan(4.7);
});

test('crosses the antimeridian the short way', () => {
  const line = new FlightLine([at(0, 179.9), at(0, -179.9)]);
  expect(line.length).toBeCloseTo(0.2 * DEGREE, 1);
  for (const longitude of [180, -180]) {
    const found = line.locate(at(0.001, longitude), null);
    expect(found.metres).toBeCloseTo(111.2, 1);
    expect(found.isLeft).toBe(true);
    expect(found.along).toBeCloseTo(0.1 * DEGREE, 1);
  }
});

test('passes over a pole along the great circle', () => {
  const line = new FlightLine([at(89, 0), at(89, 180)]);
  expect(line.length).toBeCloseTo(2 * DEGREE, 1);
  // On the way north, west is to the left.
  const found = line.locate(at(89.9, -90), null);
  expect(found.metres).toBeCloseTo(0.1 * DEGREE, 1);
  expect(found.isLeft).toBe(true);
  expect(found.along).toBeCloseTo(DEGREE, 1);
});

test('a part of a line that crosses itself does not jump to the other leg', () => {
  // East, then back over itself: the crossing is at 0, 0.5.
  const line = new FlightLine([at(0, 0), at(0, 1), at(0.5, 1), at(-0.5, 0)]);
  const crossing = at(0.0005, 0.5);
  expect(line.locate(crossing, { from: 0, to: DEGREE })).toMatchObject({ leg: 0 });
  const [, , third = 0] = line.starts;
  const later = line.locate(crossing, { from: third, to: line.length });
  expect(later.leg).toBe(2);
  // The legs cross at 45 degrees: 55.6 m * cos 45.
  expect(later.metres).toBeCloseTo(0.0005 * DEGREE * Math.SQRT1_2, 0);
});

test('a point that is drawn twice adds no length', () => {
  const line = new FlightLine([at(0, 0), at(0, 0), at(0, 1)]);
  expect(line.length).toBeCloseTo(DEGREE, 1);
  expect(line.locate(at(0.001, 0.5), null).metres).toBeCloseTo(111.2, 1);
});
