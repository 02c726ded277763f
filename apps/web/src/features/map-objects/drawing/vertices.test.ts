import { expect, test } from 'vitest';
import type { DrawnShape } from '../../../map/draw/draw-surface.ts';
import { appendVertex, drawFromVertices, removeVertex, replaceVertex, verticesOf } from './vertices.ts';

const polygonWithHole: DrawnShape = {
  kind: 'polygon',
  shape: {
    type: 'POLYGON',
    rings: [
      [
        [0, 0],
        [10, 0],
        [10, 10],
        [0, 10],
      ],
      [
        [4, 4],
        [6, 4],
        [5, 6],
      ],
    ],
  },
};

test('lists vertices of outline and holes, and which of them are removable', () => {
  expect(verticesOf(polygonWithHole).map(({ ring, index, removable }) => [ring, index, removable])).toEqual([
    [0, 0, true],
    [0, 1, true],
    [0, 2, true],
    [0, 3, true],
    [1, 0, false],
    [1, 1, false],
    [1, 2, false],
  ]);
});

test('moves, adds and removes a vertex in its own ring', () => {
  const [vertex] = verticesOf(polygonWithHole).filter(({ ring }) => ring === 1);
  if (vertex === undefined) throw new Error('no vertex');
  const rings = (drawn: DrawnShape) => (drawn.kind === 'polygon' ? drawn.shape.rings : []);
  expect(rings(replaceVertex(polygonWithHole, vertex, [3, 3]))[1]?.[0]).toEqual([3, 3]);
  const appended = appendVertex(polygonWithHole, 1, [4, 6]);
  expect(rings(appended)[1]?.at(-1)).toEqual([4, 6]);
  expect(rings(appended)[0]).toHaveLength(4);
  expect(rings(removeVertex(appended, vertex))[1]).toEqual([
    [6, 4],
    [5, 6],
    [4, 6],
  ]);
});

test("sorts the latitudes of a rectangle's two vertices", () => {
  const drawn = drawFromVertices('rectangle', [
    [10, 52],
    [12, 50],
  ]);
  expect(drawn).toEqual({
    kind: 'rectangle',
    shape: { type: 'RECTANGLE', west: 10, south: 50, east: 12, north: 52 },
  });
});

test('creates a shape as soon as there are enough typed vertices', () => {
  expect(drawFromVertices('polygon', [[0, 0]])).toBeNull();
  expect(
    drawFromVertices('polygon', [
      [0, 0],
      [1, 0],
      [1, 1],
    ])?.kind,
  ).toBe('polygon');
  expect(drawFromVertices('line', [[0, 0]])).toBeNull();
  expect(drawFromVertices('marker', [[1, 2]])).toEqual({ kind: 'marker', coordinates: [1, 2] });
  expect(drawFromVertices('circle', [[1, 2]])).toMatchObject({ shape: { center: [1, 2], radius: 500 } });
  expect(drawFromVertices('marker', [])).toBeNull();
});
