import { expect, test } from 'vitest';
import { arcBetween, distanceToArc, toUnitVector } from './cross-track.ts';
import FIXTURE from './fixtures/cross-track.json' with { type: 'json' };

interface Case {
  /** Degrees: latitude and longitude of both ends. */
  readonly line: readonly [number, number, number, number];
  readonly point: readonly [number, number];
  /** Metres on the sphere. */
  readonly metres: number;
  readonly along: number;
  readonly isLeft: boolean;
  /** Metres on the ellipsoid WGS 84, for short arcs. */
  readonly ellipsoid?: number;
}

const CASES = FIXTURE as unknown as readonly Case[];

function vector(latitude: number, longitude: number) {
  return toUnitVector({ latitude, longitude });
}

function measure({ line: [lat1, lon1, lat2, lon2], point }: Case) {
  return distanceToArc(arcBetween(vector(lat1, lon1), vector(lat2, lon2)), vector(...point));
}

test('is within 0.1 mm of GeographicLib on the sphere', () => {
  expect(CASES).toHaveLength(200);
  for (const expected of CASES) {
    const { metres, along, isLeft } = measure(expected);
    expect(Math.abs(metres - expected.metres)).toBeLessThan(1e-4);
    // Far from the arc the nearest point is less certain than the distance.
    expect(Math.abs(along - expected.along)).toBeLessThan(1e-2);
    if (along > 0 && metres > 0.001) expect(isLeft).toBe(expected.isLeft);
  }
});

test('is within 0.6 % of the ellipsoid, and within 1 m at the largest limit of a line', () => {
  for (const expected of CASES) {
    if (expected.ellipsoid === undefined) continue;
    const { metres } = measure(expected);
    expect(Math.abs(metres / expected.ellipsoid - 1)).toBeLessThan(0.006);
    if (expected.ellipsoid <= 150) expect(Math.abs(metres - expected.ellipsoid)).toBeLessThan(1);
  }
});

test('an arc of no length is a point', () => {
  const arc = arcBetween(vector(10, 20), vector(10, 20));
  // A degree of latitude: 6 371 008.8 m * pi / 180.
  const { metres, along } = distanceToArc(arc, vector(11, 20));
  expect(metres).toBeCloseTo(111_195.08, 2);
  expect(along).toBe(0);
});
