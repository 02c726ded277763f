import { fix } from '@wakeline/domain/correction/testing/fix';
import { trackOf } from '@wakeline/domain/tracks/track';
import { trackFrom } from '@wakeline/domain/tracks/track-merge';
import { expect, test } from 'vitest';
import type { ActivitySetup } from '../core/activity-setup.ts';
import { createLoadedTracks } from './loaded-live-tracks.ts';

const MINUTE = 60_000;
const SETUP: ActivitySetup = {
  rule: { movingSpeed: 5, gapMs: 60 * MINUTE, minStopMs: 5 * MINUTE },
  contexts: new Map(),
};

/** Parked for six minutes, then at 3 km/h, which goes on with a trip but starts none: a fix each ten seconds. */
const FIXES = [
  ...Array.from({ length: 36 }, (_, at) => ({ ...fix(at * 10, 0), speed: 0 })),
  ...Array.from({ length: 12 }, (_, at) => ({ ...fix(360 + at * 10, at * 100), speed: 36 })),
  ...Array.from({ length: 12 }, (_, at) => ({ ...fix(480 + at * 10, 1_200 + at * 8), speed: 3 })),
];

test('has the stays and the figures of a live window', () => {
  const track = trackOf(FIXES);
  const loaded = createLoadedTracks(() => SETUP)(new Map([[7, track]])).get(7);
  expect(loaded?.stays).toMatchObject([{ startTime: 0, endTime: 370_000, from: 0, to: 36 }]);
  expect(loaded?.summary).toMatchObject({ stopTime: 370_000, movingTime: 220_000 });
});

test('goes on with what the device did when the old end is trimmed', () => {
  const toLoaded = createLoadedTracks(() => SETUP);
  const track = trackOf(FIXES);
  toLoaded(new Map([[7, track]]));
  const trimmed = toLoaded(new Map([[7, trackFrom(track, 480_000)]])).get(7);
  expect(trimmed?.summary).toMatchObject({ stopTime: 0, movingTime: 110_000 });
  // As the only ones, the same fixes are too slow to start a trip at once.
  const fresh = createLoadedTracks(() => SETUP)(new Map([[7, trackFrom(track, 480_000)]])).get(7);
  expect(fresh?.summary?.movingTime).toBeLessThan(110_000);
});

test('keeps unchanged tracks, and has none before the settings are known', () => {
  let setup: ActivitySetup | null = null;
  const toLoaded = createLoadedTracks(() => setup);
  const tracks = new Map([[7, trackOf(FIXES)]]);
  expect(toLoaded(tracks).size).toBe(0);
  setup = SETUP;
  expect(toLoaded(tracks).get(7)).toBe(toLoaded(tracks).get(7));
});
