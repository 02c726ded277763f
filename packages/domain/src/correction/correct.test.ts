import { describe, expect, test } from 'vitest';
import { trackOf } from '../tracks/track.ts';
import { correctTrack } from './correct.ts';
import { kindOfIcon, type MovementKind } from './movement-kind.ts';
import { errorsOf } from './testing/errors.ts';
import { fix } from './testing/fix.ts';
import {
  addReceiverErrors,
  createCircuitTrack,
  createStreetTrack,
  createTackTrack,
  createWalkTrack,
  type GroundTruthTrack,
  type ReceiverErrors,
} from './testing/ground-truth.ts';

const CLEAN = { whiteNoise: 0, correlatedNoise: 0, drift: 0, jumps: 0 };
const NOISY = { whiteNoise: 5, correlatedNoise: 0, drift: 8, jumps: 5 };

const TRACKS: readonly [string, MovementKind, GroundTruthTrack][] = [
  ['streets, one fix a second', 'vehicle', createStreetTrack(1)],
  ['a walk across the antimeridian', 'person', createWalkTrack(1)],
  ['an aircraft near the pole', 'aircraft', createCircuitTrack(1)],
];
/** With fixes this sparse, most jumps are within reach of the device. */
const SPARSE_TRACKS: readonly [string, MovementKind, GroundTruthTrack][] = [
  ['streets, one fix every 10 seconds', 'vehicle', createStreetTrack(10)],
  ['a boat', 'boat', createTackTrack(5)],
];
/** The root mean square of white noise of 5 m in both directions. */
const NOISE_METRES = 5 * Math.SQRT2;

function receiverErrors(kind: MovementKind, seed: number, noise: typeof NOISY): ReceiverErrors {
  const reported = { reportsSpeed: kind === 'vehicle', reportsAccuracy: kind === 'boat' };
  return { seed, minJumpMetres: 150, correlationSeconds: 60, ...noise, ...reported };
}

describe.each(TRACKS)('%s', (_name, kind, truth) => {
  test.each([1, 2, 3])('reduces noise, drift and jumps (seed %d)', (seed) => {
    const { track } = addReceiverErrors(truth, receiverErrors(kind, seed, NOISY));
    const before = errorsOf(track, truth);
    const after = errorsOf(correctTrack(track, kind).track, truth);
    expect(before.rootMeanSquare).toBeGreaterThan(5 * NOISE_METRES);
    expect(after.rootMeanSquare).toBeLessThan(NOISE_METRES);
    expect(after.percentile95).toBeLessThan(before.percentile95);
    expect(after.max).toBeLessThan(before.max / 4);
    expect(Math.abs(after.length)).toBeLessThan(Math.abs(before.length) / 10);
  });
});

describe.each(SPARSE_TRACKS)('%s', (_name, kind, truth) => {
  test.each([1, 2, 3])('reduces noise and drift (seed %d)', (seed) => {
    const { track } = addReceiverErrors(truth, receiverErrors(kind, seed, { ...NOISY, jumps: 0 }));
    const before = errorsOf(track, truth);
    const { track: corrected, report } = correctTrack(track, kind);
    const after = errorsOf(corrected, truth);
    expect([...report.removed]).toEqual([]);
    expect(before.rootMeanSquare).toBeGreaterThan(NOISE_METRES * 0.9);
    expect(after.rootMeanSquare).toBeLessThan(before.rootMeanSquare * 0.9);
    expect(after.percentile95).toBeLessThan(before.percentile95 * 0.8);
    expect(Math.abs(after.length)).toBeLessThan(Math.abs(before.length) / 4);
  });
});

test.each([...TRACKS, ...SPARSE_TRACKS])('hardly changes a clean track: %s', (_name, kind, truth) => {
  const { track } = addReceiverErrors(truth, receiverErrors(kind, 1, CLEAN));
  const { track: corrected, report } = correctTrack(track, kind);
  const after = errorsOf(corrected, truth);
  expect([...report.removed]).toEqual([]);
  expect(after.rootMeanSquare).toBeLessThan(1);
  expect(after.max).toBeLessThan(3);
  expect(Math.abs(after.length)).toBeLessThan(0.002);
});

test('removes jumps and hardly anything else', () => {
  const { track, isJump } = addReceiverErrors(createStreetTrack(1), receiverErrors('vehicle', 4, NOISY));
  const removed = [...correctTrack(track, 'vehicle').report.removed];
  expect(isJump.flatMap((jump, at) => (jump ? [at] : [])).filter((at) => !removed.includes(at))).toEqual([]);
  expect(removed.filter((at) => isJump[at] !== true).length).toBeLessThan(track.length / 100);
});

test('keeps times and values of the remaining fixes and does not change the input', () => {
  const fixes = Array.from({ length: 200 }, (_, at) => ({
    ...fix(at, at * 10, at === 100 ? 900 : (at % 2) * 4),
    dir: at % 360,
    speed: 36,
    height: 100 + at,
    power: 80,
    gsm: 60,
    gps: 9,
    accuracy: 5,
  }));
  const flags = Uint8Array.from(fixes, (_, at) => at % 16);
  const track = { ...trackOf(fixes), flags };
  const original = { ...trackOf(fixes), flags: flags.slice() };
  const { track: corrected, report } = correctTrack(track, 'vehicle');
  expect(track).toEqual(original);
  expect([...report.removed]).toEqual([100]);
  const without = <Value>(column: ArrayLike<Value>) => Array.from(column).filter((_, at) => at !== 100);
  for (const name of [
    'time',
    'course',
    'speed',
    'height',
    'battery',
    'gsm',
    'satellites',
    'accuracy',
  ] as const)
    expect([...corrected[name]], name).toEqual(without(original[name]));
  expect([...(corrected.flags ?? [])]).toEqual(without(flags));
  expect(correctTrack(trackOf(fixes), 'vehicle').track.flags).toBeNull();
  expect(corrected.length).toBe(199);
  // 199 steps of 10 m; the zigzag is smoothed away.
  expect(corrected.distance.at(-1)).toBeGreaterThan(1_980);
  expect(corrected.distance.at(-1)).toBeLessThan(2_010);
});

test('reports how far fixes were moved', () => {
  // Thirty minutes stationary, each fix 4 m off in one of four directions: every fix is moved by 4 m.
  const nearby = [4, 0, -4, 0];
  const fixes = Array.from({ length: 180 }, (_, at) =>
    fix(at * 10, nearby[at % 4] ?? 0, nearby[(at + 1) % 4] ?? 0),
  );
  const { track, report } = correctTrack(trackOf(fixes), 'vehicle');
  expect(report.stationaryPeriods).toEqual([
    { from: 0, to: 179, lng: expect.closeTo(0, 6), lat: expect.closeTo(0, 6) },
  ]);
  expect(report.moved).toBe(180);
  expect(report.meanMove).toBeCloseTo(4, 1);
  expect(report.largestMove).toBeCloseTo(4, 1);
  expect(track.distance.at(-1)).toBeLessThan(0.1);
});

test('does not smooth across a gap', () => {
  const half = (from: number, north: number) =>
    Array.from({ length: 100 }, (_, at) => fix(from + at, at * 10, north));
  const track = trackOf([...half(0, 0), ...half(7_200, 300)]);
  const { track: corrected, report } = correctTrack(track, 'vehicle');
  expect(report.largestMove).toBeLessThan(0.01);
  expect([...corrected.gap].indexOf(1)).toBe(99);
});

test.each([0, 1, 2])('returns a track of %d fixes unchanged', (length) => {
  const track = trackOf(Array.from({ length }, (_, at) => fix(at, at * 10)));
  const { track: corrected, report } = correctTrack(track, 'other');
  expect(corrected.lng).toEqual(track.lng);
  expect(report).toEqual({
    removed: new Uint32Array(0),
    stationaryPeriods: [],
    moved: 0,
    meanMove: 0,
    largestMove: 0,
  });
});

test('derives the movement kind from an icon, but not from a custom picture', () => {
  expect(kindOfIcon('runner')).toBe('person');
  expect(kindOfIcon('glider')).toBe('aircraft');
  expect(kindOfIcon(null)).toBe('other');
});
