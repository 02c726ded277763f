import { expect, test } from 'vitest';
import { appendPart, startTrack, type TrackFix, toTrack, trackOf } from './track.ts';

function fix(time: number, lng: number, lat: number, distant = 0): TrackFix {
  return { time, lng, lat, distant, dir: null, speed: null, power: null, gsm: null, gps: null, height: null };
}

test('a value that was not sent is not known, and never 0', () => {
  const track = trackOf([fix(1000, 1, 2), { ...fix(2000, 1, 2), dir: 0, speed: 0, power: 80 }]);
  expect([...track.course]).toEqual([Number.NaN, 0]);
  expect([...track.speed]).toEqual([Number.NaN, 0]);
  expect([...track.battery]).toEqual([Number.NaN, 80]);
});

test('parts that overlap make the same track as the whole', () => {
  const all = Array.from({ length: 5000 }, (_, i) => fix(i * 1000, i * 1e-5, 0, i * 10));
  const builder = startTrack(2);
  appendPart(builder, all.slice(0, 3000));
  // The server counts metres from the first fix of each answer.
  appendPart(
    builder,
    all.slice(2998).map((p) => ({ ...p, distant: p.distant - 2998 * 10 })),
  );
  const joined = toTrack(builder);
  const whole = trackOf(all);
  expect(joined.length).toBe(5000);
  expect(joined.time).toEqual(whole.time);
  expect(joined.distance).toEqual(whole.distance);
});

test('metres between two parts that only touch are added: one degree of the equator is 111,195 m', () => {
  const builder = startTrack();
  appendPart(builder, [fix(0, 0, 0, 0), fix(3_600_000, 1, 0, 111_195)]);
  appendPart(builder, [fix(7_200_000, 2, 0, 0), fix(10_800_000, 3, 0, 111_195)]);
  const distances = [...toTrack(builder).distance];
  expect(distances[2]).toBeCloseTo(222_390, -1);
  expect(distances[3]).toBeCloseTo(333_585, -1);
});

test('a silence of more than five minutes is a gap when the device reports every 10 s', () => {
  const times = [0, 10_000, 20_000, 320_000, 330_000, 630_001, 640_000];
  const track = trackOf(times.map((time) => fix(time, 0, 0)));
  expect(track.gapAfter).toBe(300_000);
  expect([...track.gap]).toEqual([0, 0, 0, 0, 1, 0, 0]);
});

test('a device that reports every half hour has no gap after half an hour', () => {
  const track = trackOf([0, 1, 2, 3, 6, 12].map((n) => fix(n * 1_800_000, 0, 0)));
  expect(track.gapAfter).toBe(9_000_000);
  expect([...track.gap]).toEqual([0, 0, 0, 0, 1, 0]);
});

test('a jump of one degree in 10 s is a gap; the same in six minutes is an airliner', () => {
  expect([...trackOf([fix(0, 0, 0), fix(10_000, 1, 0)]).gap]).toEqual([1, 0]);
  expect([...trackOf([0, 1, 2].map((n) => fix(n * 360_000, n, 0))).gap]).toEqual([0, 0, 0]);
});

test('an empty track is a track', () => {
  expect(trackOf([]).length).toBe(0);
});
