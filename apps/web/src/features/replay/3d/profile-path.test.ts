import { trackOf } from '@wakeline/domain/tracks/track';
import { expect, test } from 'vitest';
import { profilePath, profileRange } from './profile-path.ts';

function climbing(heights: readonly (number | null)[], step = 1_000) {
  return trackOf(
    heights.map((height, at) => ({
      lng: 110,
      lat: 24 + at * 1e-5,
      time: at * step,
      dir: 0,
      speed: 4,
      power: null,
      gsm: null,
      gps: null,
      height,
      distant: at,
    })),
  );
}

test('adds a margin to the height range, which covers at least 20 metres', () => {
  // 5 % of 400 m.
  expect(profileRange([climbing([100, 300, 500])])).toEqual({ min: 80, max: 520 });
  expect(profileRange([climbing([7, 7])])).toEqual({ min: -3, max: 17 });
  expect(profileRange([climbing([null, null])])).toBeNull();
});

test('draws the minimum and maximum of each column', () => {
  // Four fixes in two columns of 2 s: 0 and 100 m, 50 m and 20 m; drawn on 100 units for 100 m.
  const path = profilePath(
    climbing([0, 100, 50, 20]),
    { start: -1, end: 3_000 },
    { min: 0, max: 100 },
    2,
    100,
  );
  expect(path).toBe('M0 0.0L0 100.0L1 50.0L1 80.0');
});

test('draws nothing if no height is known', () => {
  expect(profilePath(climbing([null, null]), { start: 0, end: 1_000 }, { min: 0, max: 1 }, 2, 10)).toBe('');
});
