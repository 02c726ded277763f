import { levelsOf } from '@wakeline/domain/tracks/significance';
import { trackOf } from '@wakeline/domain/tracks/track';
import { describe, expect, test } from 'vitest';
import { createSceneLine, heightSignificance, locateOnLine, mercatorPerMetre } from './scene-line.ts';

interface Fix {
  readonly lng: number;
  readonly lat: number;
  readonly height: number | null;
  /** Seconds. */
  readonly at: number;
}

function createTrack(fixes: readonly Fix[]) {
  return trackOf(
    fixes.map(({ lng, lat, height, at }) => ({
      lng,
      lat,
      height,
      time: at * 1_000,
      dir: null,
      speed: null,
      power: null,
      gsm: null,
      gps: null,
      distant: at,
    })),
  );
}

const identity = <T>(lngLat: T): T => lngLat;

/** Straight north at constant speed: on the ground only the two ends matter. */
function straight(heights: readonly (number | null)[]) {
  return createTrack(heights.map((height, at) => ({ lng: 10, lat: 46 + at * 0.0001, height, at })));
}

describe('heights on the map', () => {
  test('stretches a metre by 1 / cos(latitude)', () => {
    // The sphere's circumference is 2 * pi * 6,371,008.8 m = 40,030,228.88 m, and cos 60° is a half.
    expect(1 / mercatorPerMetre(0)).toBeCloseTo(40_030_228.88, 1);
    expect(1 / mercatorPerMetre(60)).toBeCloseTo(20_015_114.44, 1);
  });

  test('rates a fix by its distance from a straight climb', () => {
    const { length, time, height, gap } = straight([0, 10, 20, 80, 40]);
    // From 0 to 40 m in 4 s: 10, 20 and 30 m; the fourth fix is 50 m above. Then from 0 to 80 m in 3 s, 26.67 and
    // 53.33 m are off by 16.67 and 33.33 m; and from 0 to 20 m in 2 s the fix at 10 m is on the line.
    const significance = heightSignificance({ length, time, height, gap });
    expect([...significance].map((metres) => Math.round(metres * 100) / 100)).toEqual([
      Number.POSITIVE_INFINITY,
      0,
      33.33,
      50,
      Number.POSITIVE_INFINITY,
    ]);
  });
});

describe('createSceneLine', () => {
  test('keeps the fixes where a climb starts and ends on a straight track', () => {
    const track = straight([100, 100, 100, 200, 300, 300, 300]);
    const line = createSceneLine(track, levelsOf(track), identity);
    expect([...line.fix]).toEqual([0, 2, 4, 6]);
    expect([...line.height]).toEqual([100, 100, 300, 300]);
    expect([...line.joined]).toEqual([1, 1, 1, 0]);
  });

  test('draws no line across a gap, and keeps both of its sides', () => {
    const track = createTrack([
      { lng: 10, lat: 46, height: 1, at: 0 },
      { lng: 10, lat: 46.001, height: 1, at: 60 },
      { lng: 10, lat: 46.002, height: 1, at: 4_000 },
      { lng: 10, lat: 46.003, height: 1, at: 4_060 },
    ]);
    const line = createSceneLine(track, levelsOf(track), identity);
    expect([...line.fix]).toEqual([0, 1, 2, 3]);
    expect([...line.joined]).toEqual([1, 0, 1, 0]);
  });

  test('continues across the antimeridian', () => {
    const track = createTrack([
      { lng: 179.9, lat: -17, height: 0, at: 0 },
      { lng: -179.9, lat: -17, height: 0, at: 60 },
    ]);
    // (179.9 + 180) / 360, and 0.2° further.
    expect(createSceneLine(track, levelsOf(track), identity).x[0]).toBeCloseTo(0.999_722_2, 6);
    expect(createSceneLine(track, levelsOf(track), identity).x[1]).toBeCloseTo(1.000_277_8, 6);
  });

  test('keeps the fixes where the height becomes known or unknown', () => {
    const track = straight([50, 50, null, null, 50]);
    expect([...createSceneLine(track, levelsOf(track), identity).fix]).toEqual([0, 1, 2, 3, 4]);
  });

  test('limits the number of vertices', () => {
    const track = straight(Array.from({ length: 5_000 }, (_, at) => (at % 2) * 40 + (at % 7)));
    expect(createSceneLine(track, levelsOf(track), identity, 300).length).toBeLessThanOrEqual(300);
    expect(createSceneLine(track, levelsOf(track), identity).length).toBeGreaterThan(4_000);
  });

  test('uses the coordinates of the base layer', () => {
    const track = straight([0, 0]);
    const line = createSceneLine(track, levelsOf(track), ({ lng, lat }) => ({ lng: lng + 36, lat }));
    // (10 + 36 + 180) / 360.
    expect(line.x[0]).toBeCloseTo(0.627_777_8, 6);
  });
});

describe('locateOnLine', () => {
  const track = straight([0, 0, 0, 0, 100]);
  const line = createSceneLine(track, levelsOf(track), identity);

  test('interpolates between two vertices by position', () => {
    // The vertices are fixes 0, 3 and 4; between fixes 1 and 2 the position is halfway to the second vertex.
    expect([...line.fix]).toEqual([0, 3, 4]);
    const middleY = ((line.y[0] ?? 0) + (line.y[1] ?? 0)) / 2;
    const along = locateOnLine(line, 1, line.x[0] ?? 0, middleY);
    expect(along.vertex).toBe(0);
    expect(along.share).toBeCloseTo(0.5, 6);
  });

  test('returns no vertex before the first fix, and the last one at the end', () => {
    expect(locateOnLine(line, -1, 0.5, 0.5)).toEqual({ vertex: -1, share: 0 });
    expect(locateOnLine(line, 4, line.x[2] ?? 0, line.y[2] ?? 0)).toEqual({ vertex: 2, share: 0 });
  });

  test('finds a position in the next copy of the world', () => {
    const y = line.y[1] ?? 0;
    expect(locateOnLine(line, 1, (line.x[0] ?? 0) + 1, y).share).toBeCloseTo(1, 6);
  });
});
