import { expect, test } from 'vitest';
import { measureFence } from './measure-fence.ts';

test('measures a circle of 1 km almost like a plane one', () => {
  // pi r^2 = 3,141,592.65 m2, 2 pi r = 6,283.19 m; on the sphere they are smaller by (r / R)^2 / 12 and / 6.
  const { area, perimeter } = measureFence({ type: 'CIRCULAR', center: [110, 25], radius: 1_000 });
  expect(area / 3_141_592.653589793).toBeCloseTo(1, 7);
  expect(perimeter / 6_283.185307179586).toBeCloseTo(1, 7);
});

test('measures a rectangle as a section of a zone of the sphere', () => {
  // R^2 (sin 1 deg - sin 0) 1 deg in radians = 6,371,008.8^2 x 0.01745240644 x 0.01745329252 = 12,363,718,090 m2.
  const { area } = measureFence({ type: 'RECTANGLE', west: 0, south: 0, east: 1, north: 1 });
  expect(area).toBeGreaterThan(12_363_000_000);
  expect(area).toBeLessThan(12_364_500_000);
});

test('subtracts a hole from the area and adds its edge to the perimeter', () => {
  const square = (half: number): [number, number][] => [
    [-half, -half],
    [half, -half],
    [half, half],
    [-half, half],
  ];
  const solid = measureFence({ type: 'POLYGON', rings: [square(0.02)] });
  const withHole = measureFence({ type: 'POLYGON', rings: [square(0.02), square(0.01)] });
  expect(withHole.area / solid.area).toBeCloseTo(3 / 4, 6);
  expect(withHole.perimeter / solid.perimeter).toBeCloseTo(3 / 2, 6);
});

test('measures the same area in either direction and across the antimeridian', () => {
  const reference = measureFence({ type: 'RECTANGLE', west: 10, south: -1, east: 12, north: 1 });
  const acrossAntimeridian = measureFence({ type: 'RECTANGLE', west: 179, south: -1, east: -179, north: 1 });
  const reversed = measureFence({
    type: 'POLYGON',
    rings: [
      [
        [10, -1],
        [10, 1],
        [12, 1],
        [12, -1],
      ],
    ],
  });
  expect(acrossAntimeridian.area).toBeCloseTo(reference.area, 0);
  expect(reversed.area).toBeCloseTo(reference.area, 0);
});
