import { expect, test } from 'vitest';
import { type LayerPlacement, placeLayer } from './layer-placement.ts';

/**
 * A race map of Maprunner/rg2 (MIT), `cypress/fixtures/data/ellenbrook.jpg`: 1197 by 1756 pixels, with a world file in the
 * British grid (EPSG:27700). Another program converted its corners to WGS-84 with six decimals: 0.1 m.
 */
const ELLENBROOK = {
  width: 1197,
  height: 1756,
  northwest: [-0.272003, 51.774658],
  northeast: [-0.249983, 51.775048],
  southeast: [-0.249067, 51.755008],
  southwest: [-0.271077, 51.754619],
} as const;
const { width, height, northwest, northeast, southeast, southwest } = ELLENBROOK;

function placeOrThrow(points: Parameters<typeof placeLayer>[0]): LayerPlacement {
  const placement = placeLayer(points);
  if (typeof placement === 'string') throw new Error(placement);
  return placement;
}

test('derives the fourth corner of a real race map from three', () => {
  const { corners, residuals } = placeOrThrow({
    width,
    height,
    layerPoints: [
      { x: 0, y: 0 },
      { x: width, y: 0 },
      { x: width, y: height },
    ],
    mapPoints: [northwest, northeast, southeast],
  });
  // In metres: a degree is 111 320 m to the north and 68 890 m to the east at 51.765 degrees. Both maps are conformal, and the
  // scale of the web map grows by 0.044 % over these 2.2 km, so the fourth corner may be off by a metre.
  for (const name of ['northwest', 'northeast', 'southeast', 'southwest'] as const) {
    const east = (corners[name][0] - ELLENBROOK[name][0]) * 68_890;
    const north = (corners[name][1] - ELLENBROOK[name][1]) * 111_320;
    expect(Math.hypot(east, north), name).toBeLessThan(1);
  }
  for (const residual of residuals) expect(residual).toBeLessThan(1e-6);
});

test('returns the residuals of a wrong pair in metres', () => {
  // The last of four corners is 0.004 degrees too far north. By hand: 0.004 * 111 319.49 m = 445.3 m on the sphere of the web
  // map; the residual at each corner is a quarter of it: 111.3 m. (The map scale varies by less than a thousandth here.)
  const { residuals } = placeOrThrow({
    width,
    height,
    layerPoints: [
      { x: 0, y: 0 },
      { x: width, y: 0 },
      { x: width, y: height },
      { x: 0, y: height },
    ],
    mapPoints: [northwest, northeast, southeast, [southwest[0], southwest[1] + 0.004]],
  });
  expect(residuals).toHaveLength(4);
  for (const residual of residuals) expect(Math.abs(residual - 111.3)).toBeLessThan(0.5);
});

test('keeps a picture across the antimeridian continuous', () => {
  const { corners } = placeOrThrow({
    width: 100,
    height: 100,
    layerPoints: [
      { x: 0, y: 0 },
      { x: 100, y: 0 },
      { x: 0, y: 100 },
    ],
    mapPoints: [
      [179.5, 1],
      [-179.5, 1],
      [179.5, 0],
    ],
  });
  expect(corners.northwest[0]).toBeCloseTo(179.5, 9);
  expect(corners.southeast[0]).toBeCloseTo(180.5, 9);
  expect(corners.southeast[1]).toBeCloseTo(0, 9);
});

const SQUARE = [
  { x: 0, y: 0 },
  { x: 100, y: 0 },
  { x: 0, y: 100 },
];
test.each([
  ['layer-points', [], []],
  ['layer-points', SQUARE.slice(1), [northwest, northeast]],
  ['layer-points-uneven', SQUARE, [northwest, northeast]],
  ['layer-points-uneven', [], [northwest]],
  [
    'layer-points-line',
    [
      { x: 0, y: 0 },
      { x: 50, y: 50 },
      { x: 100, y: 100 },
    ],
    [northwest, northeast, southeast],
  ],
  ['layer-points-line', SQUARE, [northwest, northwest, northeast]],
  // The picture is 1000 pixels high and ten of them span 80 degrees, so it extends beyond the pole.
  [
    'layer-off-map',
    [
      { x: 0, y: 0 },
      { x: 100, y: 0 },
      { x: 0, y: 10 },
    ],
    [
      [0, 80],
      [10, 80],
      [0, 0],
    ],
  ],
] as const)('refuses with %s', (error, layerPoints, mapPoints) => {
  expect(placeLayer({ width: 1000, height: 1000, layerPoints, mapPoints })).toBe(error);
});
