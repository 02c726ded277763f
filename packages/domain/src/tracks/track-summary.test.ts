import { expect, test } from 'vitest';
import { fix } from '../correction/testing/fix.ts';
import { type TrackFix, trackOf } from './track.ts';
import { activitiesOf } from './track-activities.ts';
import { summarizeTrack, type TrackStatistics } from './track-summary.ts';

const RULE = { movingSpeed: 5, gapMs: 3_600_000, minStopMs: 300_000 };

function summary(fixes: readonly TrackFix[]): TrackStatistics {
  let distant = 0;
  // All fixes of these tracks are on the equator.
  const metres = (at: number) => Math.abs((fixes[at]?.lng ?? 0) - (fixes[at - 1]?.lng ?? 0)) * 111_195.08;
  const measured = fixes.map((one, at) => {
    distant += at === 0 ? 0 : metres(at);
    return { ...one, distant };
  });
  const track = trackOf(measured);
  const window = { from: fixes[0]?.time ?? 0, to: fixes.at(-1)?.time ?? 0 };
  return summarizeTrack(track, activitiesOf(track, window, RULE));
}

test('computes times, distance and speeds of driving, a stay and a gap', () => {
  // 600 s at 20 m/s; a stay of 600 s; 600 s at 10 m/s; a gap of two hours; 60 s at 10 m/s.
  const fixes = [
    ...Array.from({ length: 60 }, (_, at) => fix(at * 10, at * 200)),
    ...Array.from({ length: 61 }, (_, at) => fix(600 + at * 10, 12_000)),
    ...Array.from({ length: 60 }, (_, at) => fix(1_210 + at * 10, 12_000 + (at + 1) * 100)),
    ...Array.from({ length: 7 }, (_, at) => fix(9_000 + at * 10, 30_000 + at * 100)),
  ];
  const all = summary(fixes);
  expect(all.points).toBe(188);
  expect(all.distance).toBeCloseTo(30_600, 0);
  // Without speeds, the first fix in motion is the second one, and the first slow one is the second in its position.
  expect(all.stopTime).toBe(10_000 + 600_000);
  expect(all.unknownTime).toBe(7_200_000);
  expect(all.movingTime).toBe(9_060_000 - 610_000 - 7_200_000);
  // 12,000 + 6,000 + 600 m in 1,250 s.
  expect(all.meanSpeed).toBeCloseTo((18_600 / 1_250) * 3.6, 1);
  expect(all.maxSpeed).toBeNull();
});

test('uses the highest reported speed of a trip', () => {
  const fixes = Array.from({ length: 60 }, (_, at) => ({
    ...fix(at, at * 10),
    speed: at === 30 ? 41.5 : 36,
  }));
  expect(summary(fixes).maxSpeed).toBe(41.5);
  const parked = Array.from({ length: 60 }, (_, at) => ({ ...fix(at * 10, 0), speed: at === 30 ? 4 : 0 }));
  expect(summary(parked)).toMatchObject({ maxSpeed: null, meanSpeed: null, stopTime: 590_000 });
});

/** An hour at 5 m/s with these heights, one fix a second. */
function ride(height: (second: number) => number | null): TrackStatistics {
  return summary(Array.from({ length: 3_601 }, (_, at) => ({ ...fix(at, at * 5), height: height(at) })));
}
const noise = (at: number) => 4.2 * Math.sin(at * at * 0.7);

test('adds up three hills of 400 m to 1,200 m up and 1,200 m down', () => {
  const hills = (at: number) => 500 + 200 * Math.sin((2 * Math.PI * at) / 1_200);
  const { climb, descent, minHeight, maxHeight } = ride(hills);
  expect((climb ?? 0) / 1_200).toBeCloseTo(1, 2);
  expect((descent ?? 0) / 1_200).toBeCloseTo(1, 2);
  expect([minHeight, maxHeight]).toEqual([300, 700]);
  // Scatter of some metres, which would add up to kilometres if every rise counted.
  const noisy = ride((at) => hills(at) + noise(at));
  expect((noisy.climb ?? 0) / 1_200).toBeCloseTo(1, 1);
});

test('counts altitudes of the most frequent kind', () => {
  // 300 m of climb at pressure altitudes; every tenth is geometric, 60 m higher.
  const fixes = Array.from({ length: 601 }, (_, at) => ({
    ...fix(at, at * 5),
    height: 100 + at / 2 + (at % 10 === 5 ? 60 : 0),
    info: [{ key: 'altitudeKind', value: at % 10 === 5 ? '2' : '3' }],
  }));
  const { climb, descent, minHeight, maxHeight } = summary(fixes);
  expect([minHeight, maxHeight, descent]).toEqual([100, 400, 0]);
  expect((climb ?? 0) / 300).toBeCloseTo(1, 1);
});

test('counts no climb for scatter on flat ground', () => {
  expect(ride((at) => 80 + noise(at)).climb).toBeLessThan(10);
  expect(ride(() => 80)).toMatchObject({ climb: 0, descent: 0, minHeight: 80, maxHeight: 80 });
});

test('counts no climb for drifting heights of a stationary device', () => {
  const stationary = Array.from({ length: 3_600 }, (_, at) => ({
    ...fix(at, 0),
    height: 80 + 15 * Math.sin(at / 60),
  }));
  expect(summary(stationary)).toMatchObject({ climb: 0, descent: 0 });
});

test('accepts occasional heights, and returns null if there are none', () => {
  const stairs = ride((at) => (at % 60 === 0 ? at / 10 : null));
  expect(stairs.climb).toBeCloseTo(360, 0);
  expect(ride(() => null)).toMatchObject({ climb: null, descent: null, minHeight: null, maxHeight: null });
});

test('summarizes an empty track and a single fix', () => {
  expect(summary([])).toEqual({
    points: 0,
    distance: 0,
    movingTime: 0,
    stopTime: 0,
    unknownTime: 0,
    maxSpeed: null,
    meanSpeed: null,
    climb: null,
    descent: null,
    minHeight: null,
    maxHeight: null,
  });
  expect(summary([{ ...fix(0, 0), speed: 5, height: 9 }])).toMatchObject({
    points: 1,
    maxSpeed: null,
    climb: 0,
  });
});
