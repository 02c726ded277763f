import type { TrailPoint } from '@wakeline/contract/shares';
import { lngFromMercator, mercatorX, mercatorY } from '@wakeline/domain/geo/web-mercator';
import { describe, expect, test } from 'vitest';
import { trailLine } from './trail-line.ts';

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

const options = {
  now: NOW,
  minutes: 6,
  toMapPoint: ({ lng, lat }: { lng: number; lat: number }) => ({ x: mercatorX(lng), y: mercatorY(lat) }),
};
const lngs = ({ x }: ReturnType<typeof trailLine>) =>
  Array.from(x, (at) => Number(lngFromMercator(at).toFixed(6)));

describe('a trail', () => {
  test('is one line, fainter the older its segments are', () => {
    // Six bands of a minute each: two fixes a minute.
    const line = trailLine(createPoints(330, 300, 270, 240, 210, 180, 150, 120, 90, 60, 30, 0), options);
    expect(line.length).toBe(12);
    expect(line.joined).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0]);
    // By the age of the newer end: 300, 270, 240 ... seconds; 300 seconds are in the oldest band.
    expect(line.opacity).toEqual([0.16, 0.3, 0.3, 0.45, 0.45, 0.62, 0.62, 0.8, 0.8, 1, 1, 0]);
  });

  test('starts at its oldest time, interpolated between two fixes', () => {
    // From 7 to 5 minutes ago: 6 minutes ago is halfway.
    expect(lngs(trailLine(createPoints(420, 300), options))).toEqual([10.0005, 10.001]);
  });

  test('has no segment across a gap in time or an impossible distance', () => {
    // A gap of more than five minutes; and 1,100 km in ten seconds.
    const inactive = trailLine(createPoints(1_000, 990, 600, 590), { ...options, minutes: 30 });
    expect(inactive.joined).toEqual([1, 0, 1, 0]);
    const jumped = createPoints(40, 30, 20, 10).map((point, at) => (at < 2 ? point : { ...point, lat: 64 }));
    const line = trailLine(jumped, options);
    expect(line.joined).toEqual([1, 0, 1, 0]);
    expect(lngs(line)).toEqual([10, 10.001, 10.002, 10.003]);
  });

  test('continues across the antimeridian', () => {
    const across = createPoints(20, 10, 0).map((point, at) => ({
      ...point,
      lng: [179.999, -180, -179.999][at] ?? 0,
    }));
    expect(lngs(trailLine(across, options))).toEqual([179.999, 180, 180.001]);
  });

  test('is empty for a single fix, and for old fixes only', () => {
    expect(trailLine(createPoints(0), options).length).toBe(0);
    expect(trailLine([], options).length).toBe(0);
    expect(trailLine(createPoints(500, 400), { ...options, minutes: 5, now: NOW + MINUTE }).length).toBe(0);
  });
});
