import { correctTrack } from '@wakeline/domain/correction/correct';
import { appendBlock, createTrackBuilder, type Track, toTrack } from '@wakeline/domain/tracks/track';
import { expect, test } from 'vitest';
import { correctInProcess } from './correct-in-process.ts';

/** Fixes one second apart along a parallel; every fiftieth jumps to the north. */
function createDrive(length: number): Track {
  const builder = createTrackBuilder(length);
  const time = Float64Array.from({ length }, (_, at) => at * 1_000);
  const lng = Float64Array.from({ length }, (_, at) => 120 + at * 1e-4);
  const lat = Float64Array.from({ length }, (_, at) => (at % 50 === 25 ? 60 : 36));
  const nothing = { course: null, height: null, battery: null, gsm: null, satellites: null, accuracy: null };
  const columns = { ...nothing, speed: new Float32Array(length).fill(36) };
  appendBlock(builder, { length, time, lng, lat, columns, flags: null });
  return toTrack(builder);
}

test('does not block the event loop and returns the complete result', async () => {
  const track = createDrive(20_000);
  let ticks = 0;
  const timer = setInterval(() => {
    ticks += 1;
  }, 1);
  const corrected = await correctInProcess(track, 'vehicle');
  clearInterval(timer);
  // In this process the correction would block the timer.
  expect(ticks).toBeGreaterThan(1);
  const expected = correctTrack(track, 'vehicle');
  // One fix of fifty is removed.
  expect(corrected.track.length).toBe(19_600);
  expect(corrected).toEqual({ track: expected.track, stationaryPeriods: expected.report.stationaryPeriods });
});
