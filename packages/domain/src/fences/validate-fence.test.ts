import { describe, expect, test } from 'vitest';
import type { FenceShape, Position } from './fence-shape.ts';
import { normalizeFence, validateFence } from './validate-fence.ts';

const polygon = (...rings: Position[][]): FenceShape => ({ type: 'POLYGON', rings });
const square = (x: number, y: number, side: number): Position[] => [
  [x, y],
  [x + side, y],
  [x + side, y + side],
  [x, y + side],
];

// All cases were drawn on paper.
const CASES: readonly (readonly [
  name: string,
  shape: FenceShape,
  error: ReturnType<typeof validateFence>,
])[] = [
  [
    'a triangle',
    polygon([
      [0, 0],
      [4, 0],
      [0, 3],
    ]),
    null,
  ],
  [
    'the same, closed and with a repeated vertex',
    polygon([
      [0, 0],
      [4, 0],
      [4, 0],
      [0, 3],
      [0, 0],
    ]),
    null,
  ],
  [
    'a star-like ring with inward vertices',
    polygon([
      [0, 0],
      [4, 1],
      [8, 0],
      [5, 4],
      [4, 8],
      [3, 4],
    ]),
    null,
  ],
  [
    'two vertices',
    polygon([
      [0, 0],
      [4, 0],
    ]),
    'fence-too-few-points',
  ],
  [
    'three vertices at two points',
    polygon([
      [0, 0],
      [4, 0],
      [0, 0],
    ]),
    'fence-too-few-points',
  ],
  ['a polygon without rings', polygon([]), 'fence-too-few-points'],
  [
    'a bow tie',
    polygon([
      [0, 0],
      [4, 4],
      [4, 0],
      [0, 4],
    ]),
    'fence-self-crosses',
  ],
  [
    'a ring that touches itself at a vertex',
    polygon([
      [0, 0],
      [4, 0],
      [2, 2],
      [4, 4],
      [0, 4],
      [2, 2],
    ]),
    'fence-self-crosses',
  ],
  [
    'a spike',
    polygon([
      [0, 0],
      [4, 0],
      [4, 4],
      [4, 0],
      [0, 4],
    ]),
    'fence-self-crosses',
  ],
  [
    'three collinear vertices',
    polygon([
      [0, 0],
      [2, 2],
      [4, 4],
    ]),
    'fence-self-crosses',
  ],
  ['a hole', polygon(square(0, 0, 10), square(2, 2, 3)), null],
  ['two separate holes', polygon(square(0, 0, 10), square(2, 2, 3), square(6, 6, 3)), null],
  ['a hole outside', polygon(square(0, 0, 10), square(20, 2, 3)), 'fence-hole-outside'],
  ['a hole across the edge', polygon(square(0, 0, 10), square(8, 2, 5)), 'fence-hole-outside'],
  ['a hole in a hole', polygon(square(0, 0, 10), square(2, 2, 6), square(3, 3, 2)), 'fence-hole-outside'],
  [
    'a hole that crosses itself',
    polygon(square(0, 0, 10), [
      [2, 2],
      [4, 4],
      [4, 2],
      [2, 4],
    ]),
    'fence-self-crosses',
  ],
  [
    'a polygon across the antimeridian',
    polygon([
      [170, -10],
      [190, -10],
      [190, 10],
      [170, 10],
    ]),
    null,
  ],
  [
    'wider than half of the earth',
    polygon([
      [-100, 0],
      [100, 0],
      [0, 50],
    ]),
    'fence-too-large',
  ],
  ['a circle', { type: 'CIRCULAR', center: [110, 24], radius: 0.5 }, null],
  ['a circle of 0 m', { type: 'CIRCULAR', center: [110, 24], radius: 0 }, 'fence-radius'],
  ['a circle with a negative radius', { type: 'CIRCULAR', center: [110, 24], radius: -5 }, 'fence-radius'],
  ['a rectangle', { type: 'RECTANGLE', west: 1, south: 2, east: 3, north: 4 }, null],
  [
    'a rectangle across the antimeridian',
    { type: 'RECTANGLE', west: 179, south: 2, east: -179, north: 4 },
    null,
  ],
  [
    'a rectangle upside down',
    { type: 'RECTANGLE', west: 1, south: 4, east: 3, north: 2 },
    'fence-shape-wrong',
  ],
  [
    'a rectangle without width',
    { type: 'RECTANGLE', west: 1, south: 2, east: 1, north: 4 },
    'fence-shape-wrong',
  ],
];

describe('validateFence', () => {
  test.each(CASES)('%s', (_name, shape, error) => {
    expect(validateFence(shape)).toBe(error);
  });

  test('refuses a ring of 10,000 vertices that crosses itself once', () => {
    const ring: Position[] = Array.from({ length: 10_000 }, (_, at) => {
      const angle = (at / 10_000) * 2 * Math.PI;
      return [50 + 10 * Math.cos(angle), 10 * Math.sin(angle)];
    });
    expect(validateFence(polygon(ring))).toBeNull();
    // Two vertices that are not adjacent change places.
    const [a, b] = [ring[2_000] as Position, ring[7_000] as Position];
    ring[2_000] = b;
    ring[7_000] = a;
    expect(validateFence(polygon(ring))).toBe('fence-self-crosses');
  });

  // The bounding boxes of all edges overlap, so a comparison by boxes would compare every edge with every other one.
  const comb: readonly Position[] = [
    ...Array.from({ length: 4_999 }, (_, tooth): Position[] => {
      const foot: Position = [tooth * 0.001, 0];
      const tip: Position = [tooth * 0.001 + 50, 50];
      return tooth % 2 === 0 ? [foot, tip] : [tip, foot];
    }).flat(),
    [100, -1],
    [-1, -1],
  ];

  test('accepts a comb of 10,000 vertices with long slanting teeth quickly', () => {
    const before = Date.now();
    expect(validateFence(polygon([...comb]))).toBeNull();
    // Every pair of edges: 50 million pairs, 10 s. With the sweep line: 0.1 s.
    expect(Date.now() - before).toBeLessThan(2_500);
  });

  test.each([
    ['at a tooth in the middle', 5_001],
    ['at the first', 1],
    ['at the last', 9_995],
  ])('refuses the comb with a vertex beyond the next edge: %s', (_where, at) => {
    const bent = comb.map(
      (vertex, index): Position => (index === at ? [vertex[0] + 0.0015, vertex[1]] : vertex),
    );
    expect(validateFence(polygon(bent))).toBe('fence-self-crosses');
  });

  test('refuses edges that only touch', () => {
    // A vertex on the edge of another ring, on a vertical edge, and on an edge of its own ring.
    const outline = square(0, 0, 10);
    expect(validateFence(polygon(outline, square(0, 2, 3)))).toBe('fence-hole-outside');
    const onVertical: Position[] = [
      [10, 5],
      [8, 6],
      [8, 4],
    ];
    expect(validateFence(polygon(outline, onVertical))).toBe('fence-hole-outside');
    const onOwn: Position[] = [
      [0, 0],
      [10, 0],
      [10, 10],
      [5, 0],
      [0, 10],
    ];
    expect(validateFence(polygon(onOwn))).toBe('fence-self-crosses');
  });

  test('reports a self-crossing ring before two rings that meet', () => {
    const touching = square(-1, 2, 3);
    const crossed: Position[] = [
      [6, 2],
      [8, 4],
      [8, 2],
      [6, 4],
    ];
    expect(validateFence(polygon(square(0, 0, 10), touching, crossed))).toBe('fence-self-crosses');
  });
});

test('removes closing and repeated vertices', () => {
  expect(
    normalizeFence(
      polygon([
        [0, 0],
        [4, 0],
        [4, 0],
        [0, 3],
        [0, 0],
      ]),
    ),
  ).toEqual(
    polygon([
      [0, 0],
      [4, 0],
      [0, 3],
    ]),
  );
});
