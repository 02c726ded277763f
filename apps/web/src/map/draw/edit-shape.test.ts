import { describe, expect, test } from 'vitest';
import type { DrawnShape } from './draw-surface.ts';
import {
  distance,
  type Handle,
  handlesOf,
  moveHandle,
  moveShape,
  normaliseLongitudes,
  rectangleBetween,
  removeVertex,
  toVertexHandle,
} from './edit-shape.ts';

const square: DrawnShape = {
  kind: 'polygon',
  shape: {
    type: 'POLYGON',
    rings: [
      [
        [0, 0],
        [4, 0],
        [4, 4],
        [0, 4],
      ],
      [
        [1, 1],
        [2, 1],
        [1, 2],
      ],
    ],
  },
};
const circle: DrawnShape = { kind: 'circle', shape: { type: 'CIRCULAR', center: [110, 60], radius: 5000 } };
const handle = (drawn: DrawnShape, role: Handle['role'], index: number, ring = 0): Handle => {
  const found = handlesOf(drawn).find((one) => one.role === role && one.index === index && one.ring === ring);
  if (found === undefined) throw new Error(`no ${role} ${index}`);
  return found;
};

describe('handles', () => {
  test('gives a polygon one handle per vertex, those of holes included, and one per midpoint', () => {
    const roles = handlesOf(square).map(({ role }) => role);
    expect(roles.filter((role) => role === 'vertex')).toHaveLength(7);
    expect(roles.filter((role) => role === 'midpoint')).toHaveLength(7);
  });

  test('moves only the dragged vertex of a hole', () => {
    const moved = moveHandle(square, handle(square, 'vertex', 1, 1), [3, 1]);
    expect(moved.kind === 'polygon' && moved.shape.rings).toEqual([
      square.shape.rings[0],
      [
        [1, 1],
        [3, 1],
        [1, 2],
      ],
    ]);
  });

  test('turns the midpoint of the last edge into a vertex between the last and the first', () => {
    const midpoint = handle(square, 'midpoint', 3);
    const moved = moveHandle(square, midpoint, [-1, 2]);
    expect(moved.kind === 'polygon' && moved.shape.rings[0]).toEqual([
      [0, 0],
      [4, 0],
      [4, 4],
      [0, 4],
      [-1, 2],
    ]);
    expect(toVertexHandle(midpoint)).toMatchObject({ role: 'vertex', index: 4 });
  });

  test('keeps three vertices of a ring, and removes a hole that has no more', () => {
    const three = removeVertex(square, handle(square, 'vertex', 0));
    expect(three?.kind === 'polygon' && three.shape.rings[0]).toEqual([
      [4, 0],
      [4, 4],
      [0, 4],
    ]);
    expect(three && removeVertex(three, handle(three, 'vertex', 0))).toBeNull();
    const unchanged = removeVertex(square, handle(square, 'vertex', 0, 1));
    expect(unchanged?.kind === 'polygon' && unchanged.shape.rings).toEqual([square.shape.rings[0]]);
  });

  test('keeps two vertices of a line', () => {
    const line: DrawnShape = {
      kind: 'line',
      line: [
        [0, 0],
        [1, 0],
        [2, 0],
      ],
    };
    const two = removeVertex(line, handle(line, 'vertex', 1));
    expect(two).toEqual({
      kind: 'line',
      line: [
        [0, 0],
        [2, 0],
      ],
    });
    expect(two && removeVertex(two, handle(two, 'vertex', 0))).toBeNull();
  });
});

describe('a circle', () => {
  test('has its handles on the edge, five kilometres from the centre', () => {
    for (const { role, coordinates } of handlesOf(circle))
      if (role === 'vertex') expect(distance([110, 60], coordinates)).toBeCloseTo(5000, 4);
  });

  test('takes as radius the distance from the centre to the dragged edge', () => {
    // A degree of a meridian on the sphere of 6 371 008.8 m: 111 195.08 m.
    const wider = moveHandle(circle, handle(circle, 'vertex', 1), [110, 61]);
    expect(wider.kind === 'circle' && wider.shape.radius).toBeCloseTo(111_195.08, 2);
    expect(wider.kind === 'circle' && wider.shape.center).toEqual([110, 60]);
  });

  test('keeps its metres when moved to the equator, though it looks smaller on the map', () => {
    const moved = moveShape(circle, [110, 60], [110, 0]);
    expect(moved.kind === 'circle' && moved.shape.radius).toBe(5000);
    expect(moved.kind === 'circle' && moved.shape.center[1]).toBeCloseTo(0, 9);
  });
});

describe('a rectangle', () => {
  const box = rectangleBetween([10, 5], [2, 1]);

  test('spans two opposite corners in any order', () => {
    expect(box.shape).toEqual({ type: 'RECTANGLE', west: 2, south: 1, east: 10, north: 5 });
  });

  test('keeps the corner opposite the dragged one', () => {
    const moved = moveHandle(box, handle(box, 'vertex', 0), [12, 7]);
    expect(moved.kind === 'rectangle' && moved.shape).toEqual({
      type: 'RECTANGLE',
      west: 10,
      south: 5,
      east: 12,
      north: 7,
    });
  });

  test('has its east below its west across the antimeridian', () => {
    const across = normaliseLongitudes(rectangleBetween([178, -1], [183, 1]));
    expect(across.kind === 'rectangle' && across.shape).toMatchObject({ west: 178, east: -177 });
    const moved = moveHandle(across, handle(across, 'vertex', 1), [185, -1]);
    expect(normaliseLongitudes(moved)).toMatchObject({ shape: { west: 178, east: -175 } });
  });
});

test('unwraps longitudes from the first vertex, which is brought into -180..180', () => {
  const line = normaliseLongitudes({
    kind: 'line',
    line: [
      [541, 0],
      [539, 1],
    ],
  });
  expect(line).toEqual({
    kind: 'line',
    line: [
      [-179, 0],
      [-181, 1],
    ],
  });
});

test('moves all vertices of a polygon by the same distance on the map', () => {
  const moved = moveShape(square, [0, 0], [10, 20]);
  const ring = moved.kind === 'polygon' ? (moved.shape.rings[0] ?? []) : [];
  expect(ring[0]?.[0]).toBe(10);
  expect(ring[0]?.[1]).toBeCloseTo(20, 9);
  // Nearer to the pole, the same distance on the map is shorter on the ground.
  expect((ring[2]?.[1] ?? 0) - (ring[1]?.[1] ?? 0)).toBeLessThan(4);
});
