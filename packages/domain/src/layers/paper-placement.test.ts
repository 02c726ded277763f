import { expect, test } from 'vitest';
import { placePaper, unplacedPaper } from './paper-placement.ts';

const POINTS = {
  paperPoints: [
    { x: 0, y: 0 },
    { x: 100, y: 0 },
    { x: 0, y: 100 },
  ],
  // 1 km to the east and to the north of 110 E on the equator: 111,319.49 m and 110,574 m a degree.
  mapPoints: [
    [110, 0],
    [110 + 1_000 / 111_319.49, 0],
    [110, 1_000 / 110_574.28],
  ] as [number, number][],
  method: 'affine' as const,
  paperBounds: [-50, -50, 150, 150] as [number, number, number, number],
  mapScale: 10_000,
};

test('places paper by points, with the y axis up', () => {
  const placement = placePaper(POINTS);
  if (typeof placement === 'string') throw new Error(placement);
  const [lng, lat] = placement.toLngLat([50, 100]);
  expect(lng).toBeCloseTo(110 + 500 / 111_319.49, 7);
  expect(lat).toBeCloseTo(1_000 / 110_574.28, 7);
  const [x, y] = placement.toPaper([lng, lat]);
  expect([x, y]).toEqual([expect.closeTo(50, 4), expect.closeTo(100, 4)]);
  expect(placement.metresPerMillimetre).toBeCloseTo(10, 3);
});

test('reports why points cannot place it', () => {
  expect(placePaper({ ...POINTS, paperPoints: POINTS.paperPoints.slice(0, 2) })).toBe('layer-points-uneven');
});

test('keeps paper without a position true to scale near 0, 0', () => {
  const { toLngLat, toPaper, metresPerMillimetre } = unplacedPaper(10_000);
  // 100 mm are 1,000 m.
  const [lng, lat] = toLngLat([100, -100]);
  expect(lng).toBeCloseTo(1_000 / 111_319.49, 8);
  expect(lat).toBeCloseTo(-1_000 / 111_319.49, 8);
  expect(toPaper([lng, lat])).toEqual([expect.closeTo(100, 6), expect.closeTo(-100, 6)]);
  expect(metresPerMillimetre).toBe(10);
});
