import { describe, expect, test } from 'vitest';
import type { Position } from '../fences/fence-shape.ts';
import { marksAlong, markZoom } from './distance-marks.ts';

/** A degree of a great circle of the mean sphere, by hand: 6 371 008.8 m * pi / 180. */
const DEGREE = 111_195.080_234;

describe('along a line', () => {
  test('there is one at each whole spacing, and none at the start', () => {
    const marks = marksAlong(
      [
        [0, 0],
        [0, 1],
      ],
      10_000,
    );
    expect(marks.map(({ metres }) => metres)).toEqual([
      10_000, 20_000, 30_000, 40_000, 50_000, 60_000, 70_000, 80_000, 90_000, 100_000, 110_000,
    ]);
    // On a meridian the way is even in latitude.
    for (const { place, metres } of marks) expect(place[1]).toBeCloseTo(metres / DEGREE, 9);
  });

  test('the way goes on round corners', () => {
    const corner: Position[] = [
      [0, 0],
      [0.01, 0],
      [0.01, 0.01],
    ];
    const [first, second] = marksAlong(corner, 1000);
    expect(first?.place).toEqual([expect.closeTo(1000 / DEGREE, 9), 0]);
    // 1111.95 m to the corner, so the second is 888.05 m beyond it.
    expect(second?.place[0]).toBe(0.01);
    expect(second?.place[1]).toBeCloseTo(2000 / DEGREE - 0.01, 9);
  });

  test('a line that ends at a whole spacing has a mark at its end', () => {
    const marks = marksAlong(
      [
        [0, 0],
        [0, 1],
      ],
      55_597.540_116,
    );
    expect(marks).toHaveLength(2);
  });

  test('a place where the line stands still makes none', () => {
    const marks = marksAlong(
      [
        [0, 0],
        [0, 0],
        [0, 0.01],
        [0, 0.01],
      ],
      1000,
    );
    expect(marks.map(({ metres }) => metres)).toEqual([1000]);
  });

  test('across the antimeridian longitudes run on', () => {
    const marks = marksAlong(
      [
        [179.99, 0],
        [-179.99, 0],
      ],
      1000,
    );
    expect(marks.map(({ place }) => place[0])).toEqual([
      expect.closeTo(179.99 + 1000 / DEGREE, 9),
      expect.closeTo(179.99 + 2000 / DEGREE, 9),
    ]);
  });

  test('a line too short, of one place, or without a spacing has none', () => {
    expect(
      marksAlong(
        [
          [0, 0],
          [0, 0.001],
        ],
        1000,
      ),
    ).toEqual([]);
    expect(marksAlong([[0, 0]], 1000)).toEqual([]);
    expect(
      marksAlong(
        [
          [0, 0],
          [0, 1],
        ],
        0,
      ),
    ).toEqual([]);
  });

  test('half round the earth they are farther apart, at whole spacings still', () => {
    const marks = marksAlong(
      [
        [0, 0],
        [90, 0],
        [179, 0],
      ],
      1000,
    );
    expect(marks.length).toBeLessThanOrEqual(5000);
    expect(marks.every(({ metres }) => metres % 1000 === 0)).toBe(true);
    expect(marks[0]?.metres).toBe(4000);
  });
});

test('all are seen from zoom 12 on, below it each time half of them', () => {
  const seenAt = (zoom: number) =>
    Array.from({ length: 16 }, (_, index) => index + 1).filter((index) => markZoom(index) <= zoom);
  expect(seenAt(12)).toHaveLength(16);
  expect(seenAt(11)).toEqual([2, 4, 6, 8, 10, 12, 14, 16]);
  expect(seenAt(10)).toEqual([4, 8, 12, 16]);
  expect(seenAt(8)).toEqual([16]);
  expect(seenAt(7)).toEqual([]);
});
