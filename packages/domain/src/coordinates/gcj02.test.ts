import gcoord from 'gcoord';
import { describe, expect, test } from 'vitest';
import { greatCircleDistance } from '../geo/great-circle.ts';
import { fromGcj02, GCJ02_REGION, toGcj02 } from './gcj02.ts';

const CENTIMETRE = 0.01;

/** Random numbers of 0 to 1, the same in every run (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * WGS-84 and GCJ-02, latitude and longitude. The first three are the published test values of eviltransform
 * (github.com/googollee/eviltransform), the others the results of its Python release 0.1.1. Implementations use different last
 * digits of the ellipsoid and so differ by some millimetres on the ground.
 */
const PUBLISHED = [
  [31.1774276, 121.5272106, 31.17530398364597, 121.531541859215],
  [22.543847, 113.912316, 22.540796131694766, 113.9171764808363],
  [39.911954, 116.377817, 39.91334545536069, 116.38404722455657],
  [24.78, 110.49, 24.777123266093724, 110.4946177022179],
  [43.8256, 87.6168, 43.82680541352192, 87.61964999772701],
  [18.2528, 109.5119, 18.251094762861612, 109.5159843639854],
] as const;

const distanceBetween = (
  one: { readonly lng: number; readonly lat: number },
  other: { readonly lng: number; readonly lat: number },
) =>
  greatCircleDistance(
    { latitude: one.lat, longitude: one.lng },
    { latitude: other.lat, longitude: other.lng },
  );

test.each(PUBLISHED)('converts %f, %f like an independent implementation', (lat, lng, toLat, toLng) => {
  expect(distanceBetween(toGcj02({ lat, lng }), { lat: toLat, lng: toLng })).toBeLessThan(2 * CENTIMETRE);
  expect(distanceBetween(fromGcj02({ lat: toLat, lng: toLng }), { lat, lng })).toBeLessThan(2 * CENTIMETRE);
});

/** The type declarations of the module list more exports than Node finds in it. */
const { transform, WGS84, GCJ02 } = gcoord as unknown as {
  readonly transform: (lngLat: [number, number], from: string, to: string) => [number, number];
  readonly WGS84: string;
  readonly GCJ02: string;
};

describe.each([1, 20_261_121, 4_294_967_291])('seed %d', (seed) => {
  const { west, south, east, north } = GCJ02_REGION;

  test('converts every point of the region back to within a centimetre', () => {
    const random = seeded(seed);
    let farthest = 0;
    for (let i = 0; i < 20_000; i += 1) {
      const point = { lng: west + (east - west) * random(), lat: south + (north - south) * random() };
      const shifted = toGcj02(point);
      expect(distanceBetween(shifted, point)).toBeGreaterThan(1);
      farthest = Math.max(farthest, distanceBetween(fromGcj02(shifted), point));
    }
    expect(farthest).toBeLessThan(CENTIMETRE);
  });

  test('agrees with gcoord to a millimetre', () => {
    const random = seeded(seed);
    for (let i = 0; i < 5_000; i += 1) {
      const point = { lng: 60 + 90 * random(), lat: -10 + 75 * random() };
      const [lng, lat] = transform([point.lng, point.lat], WGS84, GCJ02);
      expect(distanceBetween(toGcj02(point), { lng, lat })).toBeLessThan(0.001);
    }
  });

  test('converts points on and near the edge of the region back to within a centimetre', () => {
    const random = seeded(seed);
    for (let i = 0; i < 5_000; i += 1) {
      const innermost = i % 4 === 0 ? 0 : 0.01 * random();
      const point = [
        { lng: west + innermost, lat: south + (north - south) * random() },
        { lng: east - innermost, lat: south + (north - south) * random() },
        { lng: west + (east - west) * random(), lat: south + innermost },
        { lng: west + (east - west) * random(), lat: north - innermost },
      ][i % 4] ?? { lng: 0, lat: 0 };
      expect(distanceBetween(fromGcj02(toGcj02(point)), point)).toBeLessThan(CENTIMETRE);
    }
  });

  test('leaves points outside the region unchanged in both directions', () => {
    const random = seeded(seed);
    let converted = 0;
    while (converted < 20_000) {
      const point = { lng: -180 + 360 * random(), lat: -90 + 180 * random() };
      const nearby =
        point.lng > west - 0.02 &&
        point.lng < east + 0.02 &&
        point.lat > south - 0.02 &&
        point.lat < north + 0.02;
      if (nearby) continue;
      converted += 1;
      expect(toGcj02(point)).toEqual(point);
      expect(fromGcj02(point)).toEqual(point);
    }
  });
});

test('leaves a point just outside the edge unchanged', () => {
  for (const point of [
    { lng: 72.0039, lat: 30 },
    { lng: 137.8348, lat: 30 },
    { lng: 110, lat: 0.8292 },
    { lng: 110, lat: 55.8272 },
  ])
    expect(toGcj02(point)).toEqual(point);
});

test('applies the same shift on another world copy and stays on that copy', () => {
  const here = toGcj02({ lng: 110.49, lat: 24.78 });
  const there = toGcj02({ lng: 110.49 - 360, lat: 24.78 });
  expect(there.lng).toBeCloseTo(here.lng - 360, 9);
  expect(there.lat).toBeCloseTo(here.lat, 12);
  expect(fromGcj02(there).lng).toBeCloseTo(110.49 - 360, 8);
  expect(toGcj02({ lng: 190, lat: 24 })).toEqual({ lng: 190, lat: 24 });
});
