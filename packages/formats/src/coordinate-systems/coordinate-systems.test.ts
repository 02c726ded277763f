import { expect, test } from 'vitest';
import { searchCoordinateSystems } from './coordinate-systems.ts';
import { projectionOf } from './projection.ts';

/** Metres between two positions, on a sphere: enough for differences of some metres. */
function distance([lngA, latA]: readonly number[], [lngB, latB]: readonly number[]): number {
  const [x = 0, y = 0] = [Number(lngA) - Number(lngB), Number(latA) - Number(latB)];
  return Math.hypot(x * Math.cos((Number(latA) * Math.PI) / 180), y) * 111_320;
}

/**
 * Expected positions by PROJ 9.1.1 through GDAL 3.6.2 (Debian gdal-bin, without shift grids). Tolerance in metres: the two
 * may choose different transformations of EPSG.
 */
const EXPECTED = [
  { code: 3006, name: 'SWEREF99 TM', grid: [316_000, 6_404_000], at: [11.9088136, 57.7403315], within: 0.01 },
  {
    code: 25832,
    name: 'ETRS89 / UTM zone 32N',
    grid: [500_000, 6_000_000],
    at: [9, 54.1481041],
    within: 0.01,
  },
  { code: 4527, name: 'CGCS2000', grid: [39_500_000, 4_400_000], at: [117, 39.7340496], within: 0.01 },
  { code: 27700, name: 'OSGB36', grid: [519_225.61, 208_002.5], at: [-0.2739865, 51.7580283], within: 3 },
  { code: 21781, name: 'CH1903 / LV03', grid: [600_000, 200_000], at: [7.4386324, 46.9510828], within: 3 },
  { code: 28992, name: 'Amersfoort', grid: [155_000, 463_000], at: [5.3872035, 52.1551723], within: 3 },
  { code: 3021, name: 'RT90', grid: [1_271_000, 6_404_000], at: [11.9631725, 57.7023724], within: 3 },
  { code: 2393, name: 'KKJ', grid: [3_388_000, 6_675_000], at: [24.9791348, 60.1712426], within: 3 },
  { code: 31370, name: 'BD72', grid: [150_000, 170_000], at: [4.3687521, 50.8404113], within: 3 },
  { code: 5514, name: 'S-JTSK', grid: [-750_000, -1_050_000], at: [14.3351483, 50.0163836], within: 3 },
  {
    code: 2193,
    name: 'NZGD2000',
    grid: [1_749_000, 5_428_000],
    at: [174.7793361, -41.2856993],
    within: 0.01,
  },
  // Axes to the west and to the south.
  {
    code: 2048,
    name: 'Hartebeesthoek94',
    grid: [-20_000, 3_400_000],
    at: [19.2088079, -30.7204495],
    within: 0.01,
  },
  // US survey feet.
  { code: 2272, name: 'NAD83', grid: [2_700_000, 240_000], at: [-75.1400563, 39.9624807], within: 0.01 },
  {
    code: 3857,
    name: 'Pseudo-Mercator',
    grid: [13_358_338.9, 4_865_942.3],
    at: [120, 40.0000001],
    within: 0.05,
  },
] as const;

test.each(EXPECTED)('converts EPSG:$code as PROJ does', ({ code, name, grid, at, within }) => {
  const projection = projectionOf(code);
  expect(projection?.name).toContain(name);
  expect(distance(projection?.inverse(grid) ?? [], at)).toBeLessThan(within);
  const [x = 0, y = 0] = projection?.forward(at) ?? [];
  expect(Math.hypot(x - grid[0], y - grid[1]) * (projection?.metresPerUnit ?? 0)).toBeLessThan(within + 0.02);
});

// Maprunner/rg2, cypress/fixtures/data: ellenbrook.jgw, a race map of 1197 x 1756 pixels in EPSG:27700.
test('finds the corners of a race map from its world file', () => {
  const [a, d, b, e, c, f] = [
    1.268259509, 0.06646666443, 0.06646666443, -1.268259509, 519318.6527, 209855.1203,
  ];
  const grid = projectionOf(27700);
  const corner = (x: number, y: number) =>
    grid?.inverse([a * (x - 0.5) + b * (y - 0.5) + c, d * (x - 0.5) + e * (y - 0.5) + f]) ?? [];
  // The corners in WGS-84 as rg2 has them.
  expect(distance(corner(0, 0), [-0.272003, 51.774658])).toBeLessThan(3);
  expect(distance(corner(1197, 0), [-0.249983, 51.775048])).toBeLessThan(3);
  expect(distance(corner(1197, 1756), [-0.249067, 51.755008])).toBeLessThan(3);
  expect(distance(corner(0, 1756), [-0.271077, 51.754619])).toBeLessThan(3);
});

test('leads back to the position', () => {
  for (const code of [3006, 27700, 21781, 5514, 2048, 2272, 4326, 4490]) {
    const projection = projectionOf(code);
    const [x = 0, y = 0] = projection?.forward([14.5, 48.25]) ?? [];
    expect(distance(projection?.inverse([x, y]) ?? [], [14.5, 48.25]), String(code)).toBeLessThan(0.05);
  }
});

test('knows the unit of a system', () => {
  expect(projectionOf(3006)?.metresPerUnit).toBe(1);
  // 1200 / 3937 metres.
  expect(projectionOf(2272)?.metresPerUnit).toBeCloseTo(0.3048006096, 9);
  expect(projectionOf(4326)?.metresPerUnit).toBeNull();
});

test('has no projection for a code that EPSG lacks or whose datum shift is unknown', () => {
  expect(projectionOf(1)).toBeNull();
  expect(projectionOf(0)).toBeNull();
  // Xian 1980: EPSG has no transformation to WGS-84.
  expect(projectionOf(2327)).toBeNull();
});

test('returns null where a projection has no value', () => {
  expect(projectionOf(3857)?.forward([0, 90])).toBeNull();
  expect(projectionOf(3006)?.forward([Number.NaN, 50])).toBeNull();
  expect(projectionOf(2193)?.inverse([Number.POSITIVE_INFINITY, 0])).toBeNull();
});

test('finds systems by code, name and area of use', () => {
  const codes = (text: string, limit?: number) =>
    searchCoordinateSystems(text, limit).map(({ code }) => code);
  expect(codes('3006')[0]).toBe(3006);
  expect(codes('EPSG:27700')).toEqual([27700]);
  expect(codes('osgb')).toContain(27700);
  expect(codes('british grid')).toContain(27700);
  expect(codes('sweref tm')).toContain(3006);
  expect(codes('utm zone 50n wgs')).toContain(32650);
  expect(codes('switzerland')).toEqual(expect.arrayContaining([2056, 21781]));
  expect(codes('utm', 7)).toHaveLength(7);
  expect(codes('  ')).toEqual([]);
  expect(codes('no such system')).toEqual([]);
});
