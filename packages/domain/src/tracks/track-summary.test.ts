import { expect, test } from 'vitest';
import { fix } from '../correction/testing/fix.ts';
import { staysOf } from './stays.ts';
import { type TrackFix, trackOf } from './track.ts';
import { summarizeTrack, type TrackStatistics } from './track-summary.ts';

function summary(fixes: readonly TrackFix[]): TrackStatistics {
  let distant = 0;
  // Each fix of these ways lies on the equator.
  const metres = (at: number) => Math.abs((fixes[at]?.lng ?? 0) - (fixes[at - 1]?.lng ?? 0)) * 111_195.08;
  const measured = fixes.map((one, at) => {
    distant += at === 0 ? 0 : metres(at);
    return { ...one, distant };
  });
  const track = trackOf(measured);
  return summarizeTrack(track, staysOf(track));
}

test('an hour of driving, a stay and a silence: times, way and speeds', () => {
  // 600 s at 20 m/s; 600 s at a place; 600 s on at 10 m/s; 1,800 s of silence; 60 s at 10 m/s.
  const fixes = [
    ...Array.from({ length: 60 }, (_, at) => fix(at * 10, at * 200)),
    ...Array.from({ length: 61 }, (_, at) => fix(600 + at * 10, 12_000)),
    ...Array.from({ length: 60 }, (_, at) => fix(1_210 + at * 10, 12_000 + (at + 1) * 100)),
    ...Array.from({ length: 7 }, (_, at) => fix(3_600 + at * 10, 30_000 + at * 100)),
  ];
  const all = summary(fixes);
  expect(all.points).toBe(188);
  expect(all.distance).toBeCloseTo(30_600, 0);
  expect(all.stopTime).toBe(600_000);
  expect(all.unknownTime).toBe(1_800_000);
  expect(all.movingTime).toBe(3_660_000 - 600_000 - 1_800_000);
  // 12,000 + 6,000 + 600 m in 1,260 s.
  expect(all.meanSpeed).toBeCloseTo((18_600 / 1_260) * 3.6, 1);
  // No fix tells a speed: 20 m/s.
  expect(all.maxSpeed).toBeCloseTo(72, 1);
});

test('the greatest speed is the one that a fix tells', () => {
  const fixes = Array.from({ length: 60 }, (_, at) => fix(at, at * 10));
  expect(summary(fixes.map((one, at) => ({ ...one, speed: at === 30 ? 41.5 : 36 }))).maxSpeed).toBe(41.5);
  expect(summary(fixes).maxSpeed).toBeCloseTo(36, 1);
});

test('the way from one stay to the next is moving time', () => {
  const fixes = [
    ...Array.from({ length: 40 }, (_, at) => fix(at * 10, 0)),
    ...Array.from({ length: 40 }, (_, at) => fix(400 + at * 10, 100)),
  ];
  expect(summary(fixes)).toMatchObject({ stopTime: 780_000, movingTime: 10_000, unknownTime: 0 });
});

/** An hour at 5 m/s with these heights each second. */
function ride(height: (second: number) => number | null): TrackStatistics {
  return summary(Array.from({ length: 3_601 }, (_, at) => ({ ...fix(at, at * 5), height: height(at) })));
}
const noise = (at: number) => 4.2 * Math.sin(at * at * 0.7);

test('three hills of 400 m are 1,200 m up and 1,200 m down', () => {
  const hills = (at: number) => 500 + 200 * Math.sin((2 * Math.PI * at) / 1_200);
  const { climb, descent, minHeight, maxHeight } = ride(hills);
  expect((climb ?? 0) / 1_200).toBeCloseTo(1, 2);
  expect((descent ?? 0) / 1_200).toBeCloseTo(1, 2);
  expect([minHeight, maxHeight]).toEqual([300, 700]);
  // Scatter of some metres, of which a sum of all its ups would make kilometres.
  const noisy = ride((at) => hills(at) + noise(at));
  expect((noisy.climb ?? 0) / 1_200).toBeCloseTo(1, 1);
});

test('scatter on flat ground is no climb', () => {
  expect(ride((at) => 80 + noise(at)).climb).toBeLessThan(10);
  expect(ride(() => 80)).toMatchObject({ climb: 0, descent: 0, minHeight: 80, maxHeight: 80 });
});

test('heights that wander while it stands are no climb', () => {
  const stationary = Array.from({ length: 3_600 }, (_, at) => ({
    ...fix(at, 0),
    height: 80 + 15 * Math.sin(at / 60),
  }));
  expect(summary(stationary)).toMatchObject({ climb: 0, descent: 0 });
});

test('a height that is known now and then is enough, and one that never is known is null', () => {
  const stairs = ride((at) => (at % 60 === 0 ? at / 10 : null));
  expect(stairs.climb).toBeCloseTo(360, 0);
  expect(ride(() => null)).toMatchObject({ climb: null, descent: null, minHeight: null, maxHeight: null });
});

test('nothing is known of an empty track, and one fix moves nowhere', () => {
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
    maxSpeed: 5,
    climb: 0,
  });
});
