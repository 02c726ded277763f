import type { TrailPoint } from '@wakeline/contract/shares';
import { describe, expect, test } from 'vitest';
import { TRAIL_BANDS, trailFeatures, trailId } from './trail-features.ts';

const NOW = Date.UTC(2026, 5, 1, 12);
const MINUTE = 60_000;

/** Fixes at these ages in seconds, each a thousandth of a degree further east: about 100 m. */
function createPoints(...ago: readonly number[]): TrailPoint[] {
  return ago.map((seconds, step) => ({
    time: NOW - seconds * 1_000,
    lng: 10 + step / 1_000,
    lat: 54,
    speed: null,
    height: null,
  }));
}

const options = { trackerId: 7, status: 'RUNNING', now: NOW, minutes: 6 } as const;
const bandOf = ({ id }: { readonly id: number }) => id - trailId(7, 0);

describe('a trail', () => {
  test('is split into connected bands by age, fainter the older they are', () => {
    // Six bands of a minute each: two fixes a minute.
    const features = trailFeatures(
      createPoints(330, 300, 270, 240, 210, 180, 150, 120, 90, 60, 30, 0),
      options,
    );
    expect(features.map(bandOf)).toEqual([0, 1, 2, 3, 4, 5].slice(0, features.length));
    const opacities = features.map(({ properties }) => properties.opacity);
    expect(opacities).toEqual(opacities.toSorted((a, b) => b - a));
    expect(new Set(opacities).size).toBe(opacities.length);
    for (const [index, older] of features.slice(1).entries()) {
      const newer = features[index];
      expect(older.geometry.coordinates[0]?.at(-1)).toEqual(newer?.geometry.coordinates[0]?.[0]);
    }
    expect(features[0]?.geometry.coordinates[0]?.at(-1)).toEqual([10.011, 54]);
    expect(features[0]?.properties.status).toBe('RUNNING');
  });

  test('starts at its oldest time, interpolated between two fixes', () => {
    // From 7 to 5 minutes ago: 6 minutes ago is halfway.
    const [feature] = trailFeatures(createPoints(420, 300), options);
    expect(feature?.geometry.coordinates[0]?.[0]?.[0]).toBeCloseTo(10.0005, 9);
    expect(bandOf(feature ?? { id: 0 })).toBe(TRAIL_BANDS - 1);
  });

  test('has no line across a gap in time or an impossible distance', () => {
    // A gap of more than five minutes; and 1,100 km in ten seconds.
    const inactive = trailFeatures(createPoints(1_000, 990, 600, 590), { ...options, minutes: 30 });
    expect(inactive.flatMap(({ geometry }) => geometry.coordinates).map((line) => line.length)).toEqual([
      2, 2,
    ]);
    const jumped = createPoints(40, 30, 20, 10).map((point, at) => (at < 2 ? point : { ...point, lat: 64 }));
    expect(trailFeatures(jumped, options).flatMap(({ geometry }) => geometry.coordinates)).toEqual([
      [
        [10, 54],
        [10.001, 54],
      ],
      [
        [10.002, 64],
        [10.003, 64],
      ],
    ]);
  });

  test('continues across the antimeridian', () => {
    const across = createPoints(20, 10, 0).map((point, at) => ({
      ...point,
      lng: [179.999, -180, -179.999][at] ?? 0,
    }));
    const [feature] = trailFeatures(across, options);
    const lngs = feature?.geometry.coordinates[0]?.map(([lng]) => Math.round((lng ?? 0) * 1_000) / 1_000);
    expect(lngs).toEqual([179.999, 180, 180.001]);
  });

  test('is empty for a single fix, and for old fixes only', () => {
    expect(trailFeatures(createPoints(0), options)).toEqual([]);
    expect(trailFeatures([], options)).toEqual([]);
    expect(trailFeatures(createPoints(500, 400), { ...options, minutes: 5, now: NOW + MINUTE })).toEqual([]);
  });

  test('has unique ids per tracker', () => {
    const ids = [7, 8].flatMap((id) => [0, TRAIL_BANDS - 1].map((band) => trailId(id, band)));
    expect(new Set(ids).size).toBe(4);
  });
});
