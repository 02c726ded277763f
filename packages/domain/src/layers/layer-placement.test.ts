import { expect, test } from 'vitest';
import { groundDistance, tangentPlane } from './ground-plane.ts';
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

function placeOrThrow(...args: Parameters<typeof placeLayer>): LayerPlacement {
  const placement = placeLayer(...args);
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
  // The grid of the map is conformal, and its scale hardly changes over 2.2 km: the fourth corner is as exact as the others.
  for (const name of ['northwest', 'northeast', 'southeast', 'southwest'] as const)
    expect(groundDistance(corners[name], ELLENBROOK[name]), name).toBeLessThan(0.15);
  for (const residual of residuals) expect(residual).toBeLessThan(1e-6);
});

test('returns the residuals of a wrong pair in metres', () => {
  // The last of four corners is 0.004 degrees too far north. By hand: 0.004 * 111 262 m (a degree of the meridian at 51.76
  // degrees) = 445.0 m; the residual at each corner of the affine fit is a quarter of it: 111.3 m.
  const points = {
    width,
    height,
    layerPoints: [
      { x: 0, y: 0 },
      { x: width, y: 0 },
      { x: width, y: height },
      { x: 0, y: height },
    ],
    mapPoints: [northwest, northeast, southeast, [southwest[0], southwest[1] + 0.004]],
  } as const;
  const { residuals, rmse } = placeOrThrow(points, { method: 'affine' });
  expect(rmse).toBeCloseTo(residuals[0] ?? 0, 1);
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
  // By hand: the upper edge, one degree of the parallel at 1 degree north, is 111 302.65 m, and the lower one as long on the
  // equator: 0.999 848 of a degree.
  expect(corners.southeast[0]).toBeCloseTo(180.499_85, 5);
  expect(corners.southeast[1]).toBeCloseTo(0, 5);
});

const ALL_CORNERS = {
  width,
  height,
  layerPoints: [
    { x: 0, y: 0 },
    { x: width, y: 0 },
    { x: width, y: height },
    { x: 0, y: height },
  ],
  mapPoints: [northwest, northeast, southeast, southwest],
} as const;

test('places a real race map by its four corners', () => {
  const placement = placeOrThrow(ALL_CORNERS);
  expect(placement.method).toBe('similarity');
  // The corners have six decimals: 0.1 m.
  expect(placement.rmse).toBeLessThan(0.1);
  expect(placement.warnings).toEqual([]);
  expect(placement.cornersSuffice).toBe(true);
  // The world file: 1.27 m per pixel of the grid, which is 0.04 % larger than the ground there.
  expect(placement.metresPerPixel).toBeCloseTo(1.27, 2);
  // PROJ 9.1 (EPSG:27700 to WGS-84) for pixel 600, 900 of the world file.
  const [lng, lat] = placement.toLngLat({ x: 600, y: 900 });
  expect(groundDistance([lng, lat], [-0.2604937, 51.764583])).toBeLessThan(0.1);
  const pixel = placement.toPixel([lng, lat]);
  expect(pixel.x).toBeCloseTo(600, 6);
  expect(pixel.y).toBeCloseTo(900, 6);
});

/** Pairs of a picture of 1000 by 1000 pixels on the equator: a pixel is 10 m. */
const PAIRS = [
  [100, 100],
  [900, 100],
  [900, 900],
  [100, 900],
  [500, 480],
  [520, 250],
] as const;
const onGround = ([x, y]: readonly [number, number]): [number, number] => {
  const [lng, lat] = tangentPlane([110, 0]).toLngLat({ x: x * 10, y: -y * 10 });
  return [lng, lat];
};
const PICTURE = { width: 1000, height: 1000, layerPoints: PAIRS.map(([x, y]) => ({ x, y })) };
const MAP_POINTS = PAIRS.map(onGround);

test('has no warnings for good pairs', () => {
  const placement = placeOrThrow({ ...PICTURE, mapPoints: MAP_POINTS }, { mapScale: 10_000 });
  expect(placement.warnings).toEqual([]);
  expect(placement.method).toBe('similarity');
  expect(placement.metresPerPixel).toBeCloseTo(10, 3);
});

test('warns of a mirrored picture', () => {
  const mapPoints = PAIRS.map(([x, y]) => onGround([-x, y]));
  const placement = placeOrThrow({ ...PICTURE, mapPoints });
  expect(placement.warnings).toContainEqual({ kind: 'mirrored' });
  expect(placement.rmse).toBeLessThan(0.01);
});

test('warns of a point outside of the picture', () => {
  const mapPoints = [...MAP_POINTS, onGround([1010, 500])];
  const layerPoints = [...PICTURE.layerPoints, { x: 1010, y: 500 }];
  expect(placeOrThrow({ ...PICTURE, layerPoints, mapPoints }).warnings).toEqual([
    { kind: 'outside', pair: 6 },
  ]);
});

test('warns of the pair that fits the others much worse', () => {
  const mapPoints = MAP_POINTS.with(5, onGround([520, 320]));
  const { warnings, residuals } = placeOrThrow({ ...PICTURE, mapPoints }, { method: 'affine' });
  expect(warnings).toEqual([{ kind: 'outlier', pair: 5 }]);
  expect(residuals.indexOf(Math.max(...residuals))).toBe(5);
});

test('warns of a residual above a millimetre on paper', () => {
  // By hand: of four corners one is moved by 60 m, a quarter of which is the residual: 15 m, 1 mm at 1:15,000.
  const four = { ...PICTURE, layerPoints: PICTURE.layerPoints.slice(0, 4) };
  const mapPoints = MAP_POINTS.slice(0, 4).with(2, onGround([906, 900]));
  const pairs = (mapScale: number) =>
    placeOrThrow({ ...four, mapPoints }, { method: 'affine', mapScale }).warnings;
  expect(pairs(14_900).map(({ kind }) => kind)).toEqual(['paper', 'paper', 'paper', 'paper']);
  expect(pairs(15_100)).toEqual([]);
});

test('warns of points that are close together', () => {
  const close = [
    [480, 480],
    [520, 480],
    [500, 520],
  ] as const;
  const placement = placeOrThrow({
    ...PICTURE,
    layerPoints: close.map(([x, y]) => ({ x, y })),
    mapPoints: close.map(onGround),
  });
  expect(placement.warnings).toEqual([{ kind: 'extrapolated' }]);
});

test('draws a photograph by its corners and a distorted map not', () => {
  const tilted = PAIRS.map(([x, y]) => onGround([x / (1 + y * 4e-4), y / (1 + y * 4e-4)]));
  const photograph = placeOrThrow({ ...PICTURE, mapPoints: tilted }, { method: 'projective' });
  expect(photograph.rmse).toBeLessThan(0.01);
  expect(photograph.cornersSuffice).toBe(true);
  const bent = PAIRS.map(([x, y]) => onGround([x + 30 * Math.sin(y / 200), y]));
  const distorted = placeOrThrow({ ...PICTURE, mapPoints: bent }, { method: 'spline' });
  expect(distorted.rmse).toBeLessThan(0.001);
  expect(distorted.cornersSuffice).toBe(false);
  expect(distorted.warnings.map(({ kind }) => kind)).not.toContain('overlapping');
});

test('warns of a spline that folds the picture', () => {
  // Two points close to each other are exchanged.
  const layerPoints = [...PICTURE.layerPoints, { x: 500, y: 520 }];
  const mapPoints = [...MAP_POINTS.with(4, onGround([500, 700])), onGround([500, 300])];
  const { warnings } = placeOrThrow({ ...PICTURE, layerPoints, mapPoints }, { method: 'spline' });
  expect(warnings).toContainEqual({ kind: 'overlapping' });
});

test.each([
  ['projective', 3],
  ['spline', 5],
] as const)('refuses too few pairs for the method %s', (method, count) => {
  const points = {
    ...PICTURE,
    layerPoints: PICTURE.layerPoints.slice(0, count),
    mapPoints: MAP_POINTS.slice(0, count),
  };
  expect(placeLayer(points, { method })).toBe('layer-points-method');
});

test('refuses a perspective whose horizon crosses the picture', () => {
  const tilted = PAIRS.slice(0, 4).map(([x, y]) => onGround([x / (1 - y / 950), y / (1 - y / 950)]));
  const four = { ...PICTURE, layerPoints: PICTURE.layerPoints.slice(0, 4), mapPoints: tilted };
  expect(placeLayer(four, { method: 'projective' })).toBe('layer-off-map');
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
