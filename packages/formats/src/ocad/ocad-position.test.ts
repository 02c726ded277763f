import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ocadPosition, ocadScale } from './ocad-position.ts';
import { readOcad } from './read-ocad.ts';
import { sampleFile } from './testing/sample-file.ts';
import { writeOcad } from './testing/write-ocad.ts';

const BASIC = readOcad(readFileSync(join(import.meta.dirname, '../fixtures/ocad/basic-1.ocd')));

function positionOf(scale: Readonly<Record<string, string | number>>) {
  return ocadPosition(readOcad(writeOcad({ ...sampleFile(12), scale })));
}

/** Metres between two positions, on a sphere. */
function distance([lngA = 0, latA = 0]: readonly number[], [lngB = 0, latB = 0]: readonly number[]): number {
  return Math.hypot((lngA - lngB) * Math.cos((latA * Math.PI) / 180), latA - latB) * 111_320;
}

// Origin E 316000, N 6404000, 1:15,000, no grivation. Vertices of the objects in the file, in metres by hand:
// -184.45 mm x 15 = -2766.75 m. Positions by PROJ 9.1.1 (gdaltransform -s_srs EPSG:3006 -t_srs EPSG:4326).
test.each([
  { paper: [-184.45, 176.87], grid: [313_233.25, 6_406_653.05], at: [11.8603473836, 57.7629847027] },
  { paper: [228.73, 168.16], grid: [319_430.95, 6_406_522.4], at: [11.9644624131, 57.7643491917] },
  { paper: [-13.5, 64.03], grid: [315_797.5, 6_404_960.45], at: [11.9046805831, 57.7488630476] },
] as const)('finds paper $paper of a real file at $at', ({ paper, at }) => {
  const position = ocadPosition(BASIC);
  expect(position).toMatchObject({ epsg: 3006, name: 'SWEREF99 TM' });
  expect(distance(position?.toWgs84(paper) ?? [], at)).toBeLessThan(0.001);
  const back = position?.toPaper(at) ?? [0, 0];
  expect(Math.hypot(back[0] - paper[0], back[1] - paper[1])).toBeLessThan(0.001);
});

test('reads the scale', () => {
  expect(ocadScale(BASIC)).toBe(15_000);
  expect(ocadScale(readOcad(writeOcad(sampleFile(9))))).toBe(10_000);
});

test('turns the paper by the grivation', () => {
  // UTM zone 33N; paper (120, -45) mm at 1:10,000, by hand: E 500000 + (120 cos 6.2° - 45 sin 6.2°) x 10.
  const position = positionOf({ m: 10_000, x: 500_000, y: 6_400_000, a: '6.20000000', i: 2_033 });
  const expected = positionOf({ m: 10_000, x: 501_144.3814467, y: 6_399_423.0328394, a: 0, i: 2_033 });
  expect(distance(position?.toWgs84([120, -45]) ?? [], expected?.toWgs84([0, 0]) ?? [])).toBeLessThan(0.001);
  const [x = 0, y = 0] = position?.toPaper(position.toWgs84([120, -45]) ?? [0, 0]) ?? [];
  expect([x, y]).toEqual([expect.closeTo(120, 6), expect.closeTo(-45, 6)]);
});

test('converts metres on paper into the unit of the system', () => {
  // EPSG:2272 has US survey feet; 1 km to the east is 3280.83 ft.
  const position = positionOf({ m: 10_000, x: 2_700_000, y: 240_000, a: 0, i: 66_095 });
  const expected = positionOf({
    m: 10_000,
    x: 2_700_000 + 1_000 / 0.3048006096,
    y: 240_000,
    a: 0,
    i: 66_095,
  });
  expect(position?.epsg).toBe(2272);
  expect(distance(position?.toWgs84([100, 0]) ?? [], expected?.toWgs84([0, 0]) ?? [])).toBeLessThan(0.001);
});

test('knows zones in the south, and grids of countries', () => {
  const epsg = (i: number) => positionOf({ m: 10_000, x: 500_000, y: 500_000, i })?.epsg;
  expect(epsg(-2_056)).toBe(32756);
  expect(epsg(2_050)).toBe(32650);
  expect(epsg(5_000)).toBe(27700);
  expect(epsg(14_002)).toBe(2056);
  expect(epsg(6_005)).toBe(3067);
});

test('has no position for paper coordinates, unknown grids, and missing parameters', () => {
  expect(positionOf({ m: 15_000, x: 316_000, y: 6_404_000, i: 1_000 })).toBeNull();
  expect(positionOf({ m: 15_000, x: 316_000, y: 6_404_000, i: 99_123 })).toBeNull();
  expect(positionOf({ m: 15_000, x: 316_000, y: 6_404_000, i: -13_002 })).toBeNull();
  expect(positionOf({ m: 15_000, x: 316_000, y: 6_404_000, i: 2_061 })).toBeNull();
  expect(positionOf({ m: 15_000, i: 13_002 })).toBeNull();
  expect(positionOf({ m: 15_000, x: 'abc', y: 6_404_000, i: 13_002 })).toBeNull();
});
