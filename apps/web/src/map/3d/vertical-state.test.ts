import { trackOf } from '@wakeline/domain/tracks/track';
import { expect, test } from 'vitest';
import { pitchFromClimb, verticalStateAt } from './vertical-state.ts';

function at(
  heights: readonly (number | null)[],
  seconds: readonly number[],
  kinds: readonly (number | null)[] = [],
) {
  return trackOf(
    heights.map((height, index) => ({
      lng: 10,
      lat: 46 + index * 0.0001,
      time: (seconds[index] ?? 0) * 1_000,
      dir: null,
      speed: null,
      power: null,
      gsm: null,
      gps: null,
      height,
      distant: index,
      info: kinds[index] == null ? [] : [{ key: 'altitudeKind', value: String(kinds[index]) }],
    })),
  );
}

test('interpolates the height between two fixes', () => {
  const track = at([100, 160], [0, 60]);
  expect(verticalStateAt(track, 15_000)).toEqual({ height: 115, climb: 1 });
});

test('measures climb over ten seconds at least', () => {
  // Alternately up and down by 3 m, rising 1 m a second: the fixes from 1 s to 12 s are the shortest range of 10 s
  // and more; 100 to 111 m.
  const noisy = at(
    [97, 100, 99, 104, 101, 106, 103, 108, 105, 110, 107, 110, 111],
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
  );
  expect(verticalStateAt(noisy, 6_000).climb).toBeCloseTo(1, 5);
});

test('does not mix altitudes of several kinds', () => {
  // Geometric at 0 and 60 s, pressure at 120 and 180 s.
  const track = at([1_100, 1_160, 1_000, 1_120], [0, 60, 120, 180], [2, 2, 3, 3]);
  expect(verticalStateAt(track, 30_000)).toEqual({ height: 1_130, climb: 1 });
  expect(verticalStateAt(track, 90_000)).toEqual({ height: 1_160, climb: 1 });
  expect(verticalStateAt(track, 150_000)).toEqual({ height: 1_060, climb: 2 });
});

test('keeps the height of the last fix in a gap, with unknown climb', () => {
  const track = at([40, 100, 160, 500], [0, 60, 120, 4_000]);
  expect(verticalStateAt(track, 120_000)).toEqual({ height: 160, climb: 1 });
  expect(verticalStateAt(track, 2_000_000)).toEqual({ height: 160, climb: null });
});

test('returns null for values that the device did not report', () => {
  expect(verticalStateAt(at([null, null], [0, 60]), 30_000)).toEqual({ height: null, climb: null });
  expect(verticalStateAt(at([200, null], [0, 60]), 30_000)).toEqual({ height: 200, climb: null });
});

test('pitches the nose along the drawn line', () => {
  // 10 m/s up at 36 km/h, which is 10 m/s ahead: 45°; at twice the height atan 2 = 63.43°.
  expect(pitchFromClimb(10, 36, 1)).toBeCloseTo(45, 5);
  expect(pitchFromClimb(10, 36, 2)).toBeCloseTo(63.435, 3);
  expect(pitchFromClimb(-10, 36, 1)).toBeCloseTo(-45, 5);
  expect(pitchFromClimb(null, 36, 1)).toBe(0);
  expect(pitchFromClimb(10, null, 1)).toBe(0);
});
