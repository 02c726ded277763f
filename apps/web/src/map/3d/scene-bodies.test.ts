import { expect, test } from 'vitest';
import { bodyVertices, rotationMatrix } from './scene-bodies.ts';

/** A rotated point of a body: x to the east, y to the south, z up. */
function rotated(rotation: Float32Array, [x, y, z]: readonly [number, number, number]): number[] {
  return [0, 1, 2].map((row) => {
    const value = (rotation[row] ?? 0) * x + (rotation[3 + row] ?? 0) * y + (rotation[6 + row] ?? 0) * z;
    return Math.round(value * 1_000) / 1_000 + 0;
  });
}

const NOSE = [0, 1, 0] as const;
const RIGHT = [1, 0, 0] as const;
const TOP = [0, 0, 1] as const;

test.each([
  [0, 'north', [0, -1, 0], [1, 0, 0]],
  [90, 'east', [1, 0, 0], [0, 1, 0]],
  [180, 'south', [0, 1, 0], [-1, 0, 0]],
  [270, 'west', [-1, 0, 0], [0, -1, 0]],
] as const)('at a course of %i° the nose points %s', (course, _, nose, right) => {
  expect(rotated(rotationMatrix(course, 0), NOSE)).toEqual([...nose]);
  expect(rotated(rotationMatrix(course, 0), RIGHT)).toEqual([...right]);
  expect(rotated(rotationMatrix(course, 0), TOP)).toEqual([0, 0, 1]);
});

test('points the nose up by a half when climbing at 30°', () => {
  // sin 30° = 0.5, cos 30° = 0.866; the top leans back, to the west.
  expect(rotated(rotationMatrix(90, 30), NOSE)).toEqual([0.866, 0, 0.5]);
  expect(rotated(rotationMatrix(90, 30), TOP)).toEqual([-0.5, 0, 0.866]);
});

test.each(['arrow', 'aircraft'] as const)(
  'scales the %s to length 1 ahead, with normals of length 1',
  (kind) => {
    const vertices = bodyVertices(kind);
    expect(vertices.length % 18).toBe(0);
    let ahead = 0;
    for (let at = 0; at < vertices.length; at += 6) {
      const [, y = 0, , nx = 0, ny = 0, nz = 0] = vertices.subarray(at, at + 6);
      ahead = Math.max(ahead, y);
      expect(Math.hypot(nx, ny, nz)).toBeCloseTo(1, 5);
    }
    expect(ahead).toBe(1);
  },
);
