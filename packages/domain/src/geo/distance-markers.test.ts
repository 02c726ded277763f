import { describe, expect, test } from 'vitest';
import type { Position } from '../fences/fence-shape.ts';
import { distanceMarkersAlong, markerMinZoom } from './distance-markers.ts';

/** A degree of a great circle of the mean sphere, by hand: 6 371 008.8 m * pi / 180. */
const DEGREE = 111_195.080_234;

describe('distanceMarkersAlong', () => {
  test('puts a marker at each multiple of the spacing, but not at the start', () => {
    const markers = distanceMarkersAlong(
      [
        [0, 0],
        [0, 1],
      ],
      10_000,
    );
    expect(markers.map(({ metres }) => metres)).toEqual([
      10_000, 20_000, 30_000, 40_000, 50_000, 60_000, 70_000, 80_000, 90_000, 100_000, 110_000,
    ]);
    // On a meridian the distance is proportional to latitude.
    for (const { coordinates, metres } of markers) expect(coordinates[1]).toBeCloseTo(metres / DEGREE, 9);
  });

  test('continues the distance across vertices', () => {
    const line: Position[] = [
      [0, 0],
      [0.01, 0],
      [0.01, 0.01],
    ];
    const [first, second] = distanceMarkersAlong(line, 1000);
    expect(first?.coordinates).toEqual([expect.closeTo(1000 / DEGREE, 9), 0]);
    // 1111.95 m to the vertex, so the second marker is 888.05 m after it.
    expect(second?.coordinates[0]).toBe(0.01);
    expect(second?.coordinates[1]).toBeCloseTo(2000 / DEGREE - 0.01, 9);
  });

  test('puts a marker at the end of a line that ends at a multiple of the spacing', () => {
    const markers = distanceMarkersAlong(
      [
        [0, 0],
        [0, 1],
      ],
      55_597.540_116,
    );
    expect(markers).toHaveLength(2);
  });

  test('ignores repeated vertices', () => {
    const markers = distanceMarkersAlong(
      [
        [0, 0],
        [0, 0],
        [0, 0.01],
        [0, 0.01],
      ],
      1000,
    );
    expect(markers.map(({ metres }) => metres)).toEqual([1000]);
  });

  test('unwraps longitudes across the antimeridian', () => {
    const markers = distanceMarkersAlong(
      [
        [179.99, 0],
        [-179.99, 0],
      ],
      1000,
    );
    expect(markers.map(({ coordinates }) => coordinates[0])).toEqual([
      expect.closeTo(179.99 + 1000 / DEGREE, 9),
      expect.closeTo(179.99 + 2000 / DEGREE, 9),
    ]);
  });

  test('returns nothing for a short line, a single position or a spacing of 0', () => {
    expect(
      distanceMarkersAlong(
        [
          [0, 0],
          [0, 0.001],
        ],
        1000,
      ),
    ).toEqual([]);
    expect(distanceMarkersAlong([[0, 0]], 1000)).toEqual([]);
    expect(
      distanceMarkersAlong(
        [
          [0, 0],
          [0, 1],
        ],
        0,
      ),
    ).toEqual([]);
  });

  test('increases the spacing to a multiple on a line halfway around the earth', () => {
    const markers = distanceMarkersAlong(
      [
        [0, 0],
        [90, 0],
        [179, 0],
      ],
      1000,
    );
    expect(markers.length).toBeLessThanOrEqual(5000);
    expect(markers.every(({ metres }) => metres % 1000 === 0)).toBe(true);
    expect(markers[0]?.metres).toBe(4000);
  });
});

test('shows all markers from zoom 12 on, and half as many at each lower zoom', () => {
  const visibleAt = (zoom: number) =>
    Array.from({ length: 16 }, (_, index) => index + 1).filter((index) => markerMinZoom(index) <= zoom);
  expect(visibleAt(12)).toHaveLength(16);
  expect(visibleAt(11)).toEqual([2, 4, 6, 8, 10, 12, 14, 16]);
  expect(visibleAt(10)).toEqual([4, 8, 12, 16]);
  expect(visibleAt(8)).toEqual([16]);
  expect(visibleAt(7)).toEqual([]);
});
