import { describe, expect, test } from 'vitest';
import { type Area, areaOf } from './area.ts';
import type { FenceShape, Position } from './fence-shape.ts';
import { Segment } from './segment.ts';
import { seeded } from './testing/random.ts';

/** One degree of a great circle: 6 371 008.8 m * pi / 180. */
const DEGREE = 111_195.08;

function rectangle(west: number, south: number, east: number, north: number): FenceShape {
  return { type: 'RECTANGLE', west, south, east, north };
}

function circle(center: Position, radius: number): FenceShape {
  return { type: 'CIRCULAR', center, radius };
}

function polygon(...rings: (readonly Position[])[]): FenceShape {
  return { type: 'POLYGON', rings };
}

/** A segment that takes a minute. */
function segment([fromLng, fromLat]: Position, [toLng, toLat]: Position): Segment {
  return new Segment(
    { time: 0, longitude: fromLng, latitude: fromLat },
    { time: 60_000, longitude: toLng, latitude: toLat },
  );
}

function findCrossings(area: Area, segment: Segment): readonly number[] {
  const [startsInside, endsInside] = [segment.from, segment.to].map(({ longitude, latitude }) =>
    area.contains(longitude, latitude),
  );
  return area.crossings(segment, startsInside !== endsInside);
}

/** Even-odd rule, implemented differently: a ray to the north instead of the east, edge by edge. */
function bruteContains(rings: readonly (readonly Position[])[], x: number, y: number): boolean {
  let crossed = 0;
  for (const ring of rings) {
    ring.forEach(([x1, y1], index) => {
      const [x2, y2] = ring[(index + 1) % ring.length] ?? [0, 0];
      if (x1 > x === x2 > x) return;
      if (y < y1 + ((x - x1) * (y2 - y1)) / (x2 - x1)) crossed++;
    });
  }
  return crossed % 2 === 1;
}

/** Fractions at which the straight line from a to b crosses edges, by Cramer's rule. */
function bruteCrossings(rings: readonly (readonly Position[])[], a: Position, b: Position): number[] {
  const found: number[] = [];
  for (const ring of rings) {
    ring.forEach(([x1, y1], index) => {
      const [x2, y2] = ring[(index + 1) % ring.length] ?? [0, 0];
      const [dx, dy, ex, ey] = [b[0] - a[0], b[1] - a[1], x2 - x1, y2 - y1];
      const determinant = ex * dy - dx * ey;
      const alongSegment = (ex * (y1 - a[1]) - ey * (x1 - a[0])) / determinant;
      const alongEdge = (dx * (y1 - a[1]) - dy * (x1 - a[0])) / determinant;
      if (alongSegment > 0 && alongSegment < 1 && alongEdge > 0 && alongEdge < 1) found.push(alongSegment);
    });
  }
  return found.sort((one, other) => one - other);
}

describe('contains', () => {
  test('excludes the holes of a polygon', () => {
    const area = areaOf(
      polygon(
        [
          [0, 0],
          [10, 0],
          [10, 10],
          [0, 10],
        ],
        [
          [4, 4],
          [6, 4],
          [6, 6],
          [4, 6],
        ],
      ),
    );
    expect(area.contains(2, 5)).toBe(true);
    expect(area.contains(5, 5)).toBe(false);
    expect(area.contains(7, 5)).toBe(true);
    expect(area.contains(11, 5)).toBe(false);
    expect(area.contains(5, 11)).toBe(false);
  });

  test('excludes a bay of a polygon', () => {
    const area = areaOf(
      polygon([
        [0, 0],
        [9, 0],
        [9, 9],
        [6, 9],
        [6, 3],
        [3, 3],
        [3, 9],
        [0, 9],
      ]),
    );
    expect([1, 4.5, 8].map((lng) => area.contains(lng, 6))).toEqual([true, false, true]);
    expect(area.contains(4.5, 2)).toBe(true);
  });

  test('takes a rectangle with east below west across the antimeridian', () => {
    const area = areaOf(rectangle(179, -1, -178, 1));
    expect(area.box).toEqual({ west: 179, south: -1, east: 182, north: 1 });
    for (const lng of [179.5, 180, -180, -179, -178.5]) expect(area.contains(lng, 0)).toBe(true);
    for (const lng of [178.9, -177.9, 0]) expect(area.contains(lng, 0)).toBe(false);
  });

  test('accepts a ring beyond ±180 degrees', () => {
    const east = polygon([
      [178, -1],
      [183, -1],
      [183, 1],
      [178, 1],
    ]);
    const west = polygon([
      [-182, -1],
      [-177, -1],
      [-177, 1],
      [-182, 1],
    ]);
    for (const area of [areaOf(east), areaOf(west)]) {
      expect([177.9, 178.1, 180, -178, -177.1, -176.9].map((lng) => area.contains(lng, 0))).toEqual([
        false,
        true,
        true,
        true,
        true,
        false,
      ]);
    }
  });

  test('includes all longitudes of a cap around the pole', () => {
    const cap = areaOf(rectangle(-180, 66.5, 180, 90));
    for (const lng of [-180, -90, 0, 90, 179.9]) expect(cap.contains(lng, 80)).toBe(true);
    expect(cap.contains(0, 66)).toBe(false);
  });

  test('measures a circle along great circles: a degree of longitude at 60° is half as long', () => {
    const area = areaOf(circle([20, 60], 50_000));
    // 0.89 degrees are 49.5 km on the parallel, 0.91 are 50.6 km; 0.44 and 0.46 of latitude 48.9 and 51.1 km.
    expect(area.contains(20.89, 60)).toBe(true);
    expect(area.contains(20.91, 60)).toBe(false);
    expect(area.contains(20, 60.44)).toBe(true);
    expect(area.contains(20, 60.46)).toBe(false);
  });

  test('includes points of a circle across the antimeridian', () => {
    const area = areaOf(circle([179.9, 0], 50_000));
    // 0.2 degrees east of the centre are 22 km, 0.6 are 67 km.
    expect(area.contains(-179.9, 0)).toBe(true);
    expect(area.contains(-179.5, 0)).toBe(false);
  });

  test('includes points of a circle around a pole', () => {
    const area = areaOf(circle([0, 89.9], 50_000));
    expect(area.box).toMatchObject({ west: -180, east: 180, north: 90 });
    // Over the pole: 0.1 + 0.2 degrees are 33 km, 0.1 + 0.4 are 56 km.
    expect(area.contains(180, 89.8)).toBe(true);
    expect(area.contains(180, 89.6)).toBe(false);
    expect(area.contains(90, 90)).toBe(true);
  });

  test('has a bounding box that includes the complete circle', () => {
    for (const [lng, lat, radius] of [
      [20, 60, 50_000],
      [-179.9, -70, 300_000],
      [0, 89, 200_000],
      [100, 10, 3_000_000],
    ] as const) {
      const area = areaOf(circle([lng, lat], radius));
      const { west, south, east, north } = area.box;
      const random = seeded(4);
      for (let at = 0; at < 5_000; at++) {
        const coordinates: Position = [random() * 360 - 180, random() * 180 - 90];
        const shifted = coordinates[0] < west ? coordinates[0] + 360 : coordinates[0];
        const inBox = shifted <= east && coordinates[1] >= south && coordinates[1] <= north;
        if (!inBox && area.contains(...coordinates))
          throw new Error(`${coordinates} is in the circle, but not in its bounding box`);
      }
    }
  });
});

describe('crossings of a segment', () => {
  const square = areaOf(rectangle(0, 0, 1, 1));

  test('finds where a segment enters and leaves', () => {
    expect(findCrossings(square, segment([-1, 0.5], [3, 0.5]))).toEqual([0.25, 0.5]);
    expect(findCrossings(square, segment([3, 0.5], [-1, 0.5]))).toEqual([0.5, 0.75]);
    expect(findCrossings(square, segment([0.5, 0.5], [0.5, 1.5]))).toEqual([0.5]);
    expect(findCrossings(square, segment([0.2, 0.2], [0.8, 0.8]))).toEqual([]);
    expect(findCrossings(square, segment([2, 0], [2, 1]))).toEqual([]);
  });

  test('handles segments through vertices', () => {
    const [enters, leaves] = findCrossings(square, segment([-1, -1], [2, 2]));
    expect(enters).toBeCloseTo(1 / 3, 12);
    expect(leaves).toBeCloseTo(2 / 3, 12);
    expect(findCrossings(square, segment([0, 2], [2, 0]))).toEqual([]);
  });

  test('handles segments that start or end on an edge', () => {
    // The west and south edges belong to the rectangle, the east and north edges do not.
    expect(findCrossings(square, segment([0, 0.5], [0.5, 0.5]))).toEqual([]);
    expect(findCrossings(square, segment([0, 0.5], [-0.5, 0.5]))).toEqual([0]);
    expect(findCrossings(square, segment([1, 0.5], [0.5, 0.5]))).toEqual([0]);
    expect(findCrossings(square, segment([-1, 0.5], [0, 0.5]))).toEqual([1]);
    expect(findCrossings(square, segment([0.5, 0.5], [1, 0.5]))).toEqual([1]);
  });

  test('finds crossings across the antimeridian in both directions', () => {
    const strip = areaOf(rectangle(179.9, -1, -179.9, 1));
    const eastward = findCrossings(strip, segment([179.8, 0], [-179.8, 0]));
    expect(eastward).toHaveLength(2);
    expect(eastward[0]).toBeCloseTo(0.25, 9);
    expect(eastward[1]).toBeCloseTo(0.75, 9);
    expect(findCrossings(strip, segment([-179.8, 0], [180, 0]))[0]).toBeCloseTo(0.5, 9);
  });

  test('ignores the seam of an area around the Earth', () => {
    const band = areaOf(rectangle(-180, -10, 180, 10));
    expect(findCrossings(band, segment([179.5, 0], [-179.5, 0]))).toEqual([]);
    expect(findCrossings(band, segment([179.5, 5], [-179.5, 15]))[0]).toBeCloseTo(0.5, 9);
  });

  test('finds the crossings of a circle along a meridian', () => {
    // The radius is half a degree. Points on a chord are not evenly spaced in angle: tan 0.5° / tan 1° = 0.499962.
    const area = areaOf(circle([10, 0], DEGREE / 2));
    const [enters, leaves] = findCrossings(area, segment([10, -1], [10, 1]));
    expect(enters).toBeCloseTo(0.5 - 0.499962 / 2, 5);
    expect(leaves).toBeCloseTo(0.5 + 0.499962 / 2, 5);
    expect(findCrossings(area, segment([9, 0.6], [11, 0.6]))).toEqual([]);
  });

  test('finds the crossings of a circle of 5 m to the centimetre', () => {
    const area = areaOf(circle([116.4, 39.9], 5));
    // 20 m to the south and 20 m to the north of the centre.
    const north = 20 / DEGREE;
    const [enters, leaves] = findCrossings(area, segment([116.4, 39.9 - north], [116.4, 39.9 + north]));
    expect((enters ?? 0) * 40).toBeCloseTo(15, 2);
    expect((leaves ?? 0) * 40).toBeCloseTo(25, 2);
  });

  test('finds the crossings of a circle around the pole over the pole', () => {
    const area = areaOf(circle([0, 90], DEGREE / 10));
    const [enters, leaves] = findCrossings(area, segment([0, 89.8], [180, 89.8]));
    expect(enters).toBeCloseTo(0.25, 5);
    expect(leaves).toBeCloseTo(0.75, 5);
  });
});

test('measures the distance to the edge from inside and outside', () => {
  const square = areaOf(rectangle(0, 0, 1, 1));
  // A thousandth of a degree at the equator is 111.195 m.
  for (const [lng, lat] of [
    [0.5, 0.001],
    [0.5, -0.001],
    [0.001, 0.5],
    [-0.001, 0.5],
  ] as const) {
    expect(square.isFarFromEdge(lng, lat, 111)).toBe(true);
    expect(square.isFarFromEdge(lng, lat, 112)).toBe(false);
  }
  // To a corner: 111.195 * sqrt 2 = 157.25 m.
  expect(square.isFarFromEdge(-0.001, -0.001, 157)).toBe(true);
  expect(square.isFarFromEdge(-0.001, -0.001, 158)).toBe(false);
  // At 60 degrees a thousandth of longitude is 55.6 m, also across the antimeridian.
  const north = areaOf(rectangle(179, 59, -179.999, 61));
  expect(north.isFarFromEdge(-179.998, 60, 55)).toBe(true);
  expect(north.isFarFromEdge(-179.998, 60, 56)).toBe(false);
  const round = areaOf(circle([0, 0], 1_000));
  expect(round.isFarFromEdge(0, 0, 1_000)).toBe(true);
  expect(round.isFarFromEdge(0.001, 0, 889)).toBe(false);
  expect(round.isFarFromEdge(0.001, 0, 888)).toBe(true);
});

/** A star with a hole, or random vertices whose edges also cross each other. */
function randomRings(random: () => number, vertexCount: number): Position[][] {
  const [lng, lat] = [random() * 720 - 360, random() * 120 - 60];
  if (random() < 0.5) {
    return [Array.from({ length: vertexCount }, (): Position => [lng + random() * 8, lat + random() * 8])];
  }
  return [1, 0.3].map((size) =>
    Array.from({ length: vertexCount }, (_, at): Position => {
      const angle = (at / vertexCount) * 2 * Math.PI;
      const radius = size * (1 + random() * 3);
      return [lng + radius * Math.cos(angle), lat + radius * Math.sin(angle)];
    }),
  );
}

/** A random point in and around the bounding box of the rings. */
function randomPointAround(rings: readonly (readonly Position[])[], random: () => number): Position {
  const [lng, lat] = rings[0]?.[0] ?? [0, 0];
  return [lng + random() * 12 - 6, lat + random() * 12 - 6];
}

test.each([1, 2, 3])('agrees with the brute-force functions on random polygons (seed %i)', (seed) => {
  const random = seeded(seed);
  let inside = 0;
  let met = 0;
  for (let round = 0; round < 30; round++) {
    const rings = randomRings(random, 3 + Math.floor(random() * 150));
    const area = areaOf(polygon(...rings));
    const points = Array.from({ length: 100 }, () => randomPointAround(rings, random));
    const expected = points.map(([lng, lat]) => bruteContains(rings, lng, lat));
    expect(points.map(([lng, lat]) => area.contains(lng, lat))).toEqual(expected);
    expect(points.map(([lng, lat]) => area.contains(lng - 360, lat))).toEqual(expected);
    inside += expected.filter((one) => one).length;
    for (let at = 0; at < 40; at++) {
      const from = randomPointAround(rings, random);
      const to = randomPointAround(rings, random);
      const brute = bruteCrossings(rings, from, to);
      const found = findCrossings(area, segment(from, to));
      met += brute.length;
      expect(found).toHaveLength(brute.length);
      const furthest = Math.max(
        0,
        ...found.map((fraction, index) => Math.abs(fraction - (brute[index] ?? Number.NaN))),
      );
      expect(furthest).toBeLessThan(1e-7);
    }
  }
  expect(inside).toBeGreaterThan(250);
  expect(met).toBeGreaterThan(5_000);
});

test('handles a comb of 10,000 teeth', () => {
  const teeth = Array.from({ length: 10_000 }, (_, at): Position => [at / 1_000, at % 2 === 0 ? 0 : 5]);
  const area = areaOf(polygon([...teeth, [9.999, -1], [0, -1]]));
  expect(area.contains(5.0005, 1)).toBe(bruteContains([[...teeth, [9.999, -1], [0, -1]]], 5.0005, 1));
  expect(area.contains(5.0005, -0.5)).toBe(true);
});
