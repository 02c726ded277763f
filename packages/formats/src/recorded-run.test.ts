import { readFileSync } from 'node:fs';
import { appendBlock, createTrackBuilder, toTrack } from '@wakeline/domain/tracks/track';
import { activitiesOf } from '@wakeline/domain/tracks/track-activities';
import { summarizeTrack } from '@wakeline/domain/tracks/track-summary';
import { expect, test } from 'vitest';

/** The recorded run as a track: the file has only positions, times and heights. */
function recordedRun() {
  const text = readFileSync(new URL('fixtures/highfield-park.gpx', import.meta.url), 'utf8');
  const points = [
    ...text.matchAll(/<trkpt lat="([^"]+)" lon="([^"]+)">\s*<ele>([^<]+)<\/ele>\s*<time>([^<]+)</g),
  ];
  const column = (getValue: (point: RegExpMatchArray) => number) => Float64Array.from(points, getValue);
  const builder = createTrackBuilder();
  appendBlock(builder, {
    length: points.length,
    time: column((point) => Date.parse(point[4] ?? '')),
    lng: column((point) => Number(point[2])),
    lat: column((point) => Number(point[1])),
    columns: {
      course: null,
      speed: null,
      height: Float32Array.from(column((point) => Number(point[3]))),
      battery: null,
      gsm: null,
      satellites: null,
      accuracy: null,
    },
    flags: null,
  });
  return toTrack(builder);
}

/*
 * gpxpy 1.6.2 (https://github.com/tkrajina/gpxpy) for the same file: length_2d 7516.793 m on a sphere of 6,378,137 m, length_3d
 * 7521.159 m, 2,246 points in 2,246 s, heights 79.7 to 90.9 m, 43.84 m up and 43.24 m down.
 */
const RULE = { movingSpeed: 5, gapMs: 3_600_000, minStopMs: 300_000 };

test('computes the statistics of a recorded run like an independent program', () => {
  const track = recordedRun();
  const window = { from: track.time[0] ?? 0, to: track.time.at(-1) ?? 0 };
  const summary = summarizeTrack(track, activitiesOf(track, window, RULE));
  expect(summary.points).toBe(2_246);
  expect(summary.movingTime + summary.stopTime + summary.unknownTime).toBe(2_246_000);
  // gpxpy uses the equatorial radius, this project the mean radius.
  expect((track.distance.at(-1) ?? 0) / ((7_516.793 * 6_371_008.8) / 6_378_137)).toBeCloseTo(1, 6);
  // The file has no speeds: the mileage is that of steps of 25 m or more, which cut corners.
  expect(summary.distance / 7_521.159).toBeCloseTo(0.952, 3);
  expect(summary.minHeight).toBeCloseTo(79.7, 4);
  expect(summary.maxHeight).toBeCloseTo(90.9, 4);
  // gpxpy adds up every tenth of a metre; here changes below a metre do not count.
  expect(summary.climb ?? 0).toBeLessThan(43.84);
  expect(summary.climb ?? 0).toBeGreaterThan(43.84 * 0.75);
  // Climb and descent differ by the height difference of the ends: 88.1 and 87.5 m.
  expect((summary.climb ?? 0) - (summary.descent ?? 0)).toBeCloseTo(0.6, 0);
});
