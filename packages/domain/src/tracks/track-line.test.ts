import { expect, test } from 'vitest';
import { chooseMinLevel, computeSignificance, levelOf, levelsOf } from './significance.ts';
import { type TrackFix, trackOf } from './track.ts';
import { createTrackLine, lineBetween } from './track-line.ts';

function fix(time: number, lng: number, lat: number): TrackFix {
  return {
    time,
    lng,
    lat,
    distant: 0,
    dir: null,
    speed: null,
    power: null,
    gsm: null,
    gps: null,
    height: null,
  };
}

const DEGREE = 111_195.08;

test('measures significance by the error of the line without the fix', () => {
  // A vertex one thousandth of a degree beside a straight line along the equator, fixes ten seconds apart.
  const bent = trackOf([fix(0, 0, 0), fix(10_000, 0.001, 0.001), fix(20_000, 0.002, 0)]);
  const [, middle] = computeSignificance(bent);
  expect(middle).toBeCloseTo(0.001 * DEGREE, 1);
  const straight = trackOf([fix(0, 0, 0), fix(10_000, 0.001, 0), fix(20_000, 0.002, 0)]);
  expect(computeSignificance(straight)[1]).toBeCloseTo(0, 6);
});

test('measures the same metres at 60 degrees north', () => {
  const bent = trackOf([fix(0, 0, 60), fix(10_000, 0.002, 60.001), fix(20_000, 0.004, 60)]);
  expect(computeSignificance(bent)[1]).toBeCloseTo(0.001 * DEGREE, 1);
});

test('removes fixes on a straight line and keeps the corners', () => {
  const fixes = Array.from({ length: 101 }, (_, i) => fix(i * 10_000, i * 1e-4, i === 50 ? 0.01 : 0));
  const { segments } = createTrackLine(trackOf(fixes));
  expect(segments).toHaveLength(1);
  expect(segments[0]?.line.map(([lng]) => Math.round(lng * 1e4))).toEqual([0, 49, 50, 51, 100]);
});

test('draws the hundred most significant fixes of a zigzag', () => {
  const fixes = Array.from({ length: 1000 }, (_, i) =>
    fix(i * 1000, i * 1e-4, (i % 2) * (i % 10 === 0 ? 1 : i * 1e-6)),
  );
  const levels = levelsOf(trackOf(fixes));
  const minLevel = chooseMinLevel(levels, 100);
  const drawn = levels.filter((level) => level >= minLevel).length;
  expect(drawn).toBeLessThanOrEqual(100);
  // The next lower level has more fixes: levels differ by a fifth of the metres.
  expect(levels.filter((level) => level >= minLevel - 1).length).toBeGreaterThan(100);
});

test('has four levels per doubling from half a metre on', () => {
  expect([0, 0.49, 0.5, 0.59, 0.6, 1, 2, 1024].map(levelOf)).toEqual([0, 0, 1, 1, 2, 5, 9, 45]);
  expect(levelOf(Number.POSITIVE_INFINITY)).toBe(255);
});

test('returns a finer line for a lower level', () => {
  // Deviations of 111 m and, in between, of 11 m.
  const track = trackOf(
    Array.from({ length: 9 }, (_, i) =>
      fix(i * 1000, i * 1e-3, [0, 1e-4, 0, 1e-4, 1e-3, 1e-4, 0, 1e-4, 0][i] ?? 0),
    ),
  );
  const levels = levelsOf(track);
  expect(lineBetween(track, levels, levelOf(50), 0, 8).length).toBeLessThan(6);
  expect(lineBetween(track, levels, levelOf(1), 0, 8)).toHaveLength(9);
});

test('splits the line at a gap and returns the gap separately', () => {
  const track = trackOf([
    ...[0, 1, 2].map((n) => fix(n * 10_000, n * 0.001, 0)),
    ...[3, 4].map((n) => fix(n * 10_000 + 3_600_000, n * 0.001, 0.01)),
  ]);
  const { segments, gaps } = createTrackLine(track);
  expect(segments.map(({ from, to }) => [from, to])).toEqual([
    [0, 2],
    [3, 4],
  ]);
  expect(gaps).toEqual([
    {
      from: 2,
      line: [
        [0.002, 0],
        [0.003, 0.01],
      ],
    },
  ]);
});

test('lets adjacent segments share a fix', () => {
  const fixes = Array.from({ length: 1200 }, (_, i) => fix(i * 1000, i * 1e-4, Math.sin(i) * 1e-3));
  const { segments } = createTrackLine(trackOf(fixes));
  expect(segments.map(({ from, to }) => [from, to])).toEqual([
    [0, 512],
    [512, 1024],
    [1024, 1199],
  ]);
});

test('unwraps longitudes across the antimeridian', () => {
  const track = trackOf([fix(0, 179.98, 0), fix(60_000, 179.99, 0), fix(120_000, -179.99, 0.01)]);
  expect(lineBetween(track, new Uint8Array(3).fill(1), 1, 0, 2).map(([lng]) => lng)).toEqual([
    179.98,
    179.99,
    expect.closeTo(180.01, 9),
  ]);
});

test('returns no segments for a single fix and for an empty track', () => {
  expect(createTrackLine(trackOf([fix(0, 0, 0)])).segments).toEqual([]);
  expect(createTrackLine(trackOf([]))).toMatchObject({ segments: [], gaps: [] });
});
