import { type TrackFix, trackOf } from '@wakeline/domain/tracks/track';
import { createTrackLine } from '@wakeline/domain/tracks/track-line';
import type { Feature } from 'geojson';
import type { GeoJSONSourceDiff } from 'maplibre-gl';
import { expect, test } from 'vitest';
import type { MapView } from '../map-view.ts';
import { DrawnSegments } from './drawn-segments.ts';
import type { VisibleTrack } from './visible-track.ts';

function fix(second: number, lat: number): TrackFix {
  const none = { dir: null, speed: null, power: null, gsm: null, gps: null, height: null };
  return { time: second * 1000, lng: second * 1e-4, lat: lat + (second % 2) * 1e-3, distant: 0, ...none };
}

/** A zigzag of so many fixes along a parallel: a piece for 512 of them. */
function visibleTrack(trackerId: number, fixes: number): VisibleTrack {
  return visibleTrackOf(
    trackerId,
    Array.from({ length: fixes }, (_, second) => fix(second, trackerId)),
  );
}

/** So many pieces of two fixes each, an hour from one to the next. */
function scatteredTrack(trackerId: number, segments: number): VisibleTrack {
  const hours = Array.from({ length: segments }, (_, hour) => hour * 3_600);
  return visibleTrackOf(
    trackerId,
    hours.flatMap((second) => [fix(second, trackerId), fix(second + 1, trackerId)]),
  );
}

function visibleTrackOf(trackerId: number, fixes: readonly TrackFix[]): VisibleTrack {
  const track = trackOf(fixes);
  const icon = { iconUrl: 'car', iconType: 'STANDARD' } as const;
  return { trackerId, track, line: createTrackLine(track, 100), stays: [], icon };
}

/** The source and the states of an engine that looks at the whole world; each difference is taken a little later. */
function createMap(zoom: number) {
  const features = new Map<unknown, Feature>();
  const states = new Map<unknown, boolean>();
  const counts: number[] = [];
  const view = {
    engine: {
      getZoom: () => zoom,
      getCenter: () => ({ lng: 0, lat: 0 }),
      setFeatureState: ({ id }: { id: number }, { travelled }: { travelled: boolean }) =>
        states.set(id, travelled),
    },
    getVisibleBounds: () => ({ west: -180, south: -85, east: 180, north: 85 }),
    async change(_: string, { add = [], remove = [] }: GeoJSONSourceDiff) {
      await Promise.resolve();
      for (const id of remove) features.delete(id);
      for (const feature of add) features.set(feature.id, feature);
      counts.push(features.size);
    },
  } as unknown as MapView;
  const lengthOf = () =>
    [...features.values()].reduce(
      (sum, { geometry }) => sum + (geometry.type === 'LineString' ? geometry.coordinates.length : 0),
      0,
    );
  const travelledIds = () => [...states].filter(([id, on]) => on && features.has(id)).length;
  return { view, features, counts, lengthOf, strong: travelledIds };
}

test('a longer track takes the place of the one before, which stays until all of it is there', async () => {
  const { view, features, counts } = createMap(3);
  const segments = new DrawnSegments(view);
  await segments.set([visibleTrack(1, 1_000)]);
  expect(features.size).toBe(2);
  // 820 pieces are more than are handed over at once.
  await segments.set([scatteredTrack(1, 820)]);
  expect(counts).toEqual([2, 802, 820]);
});

test('a track that has not changed is left as it is', async () => {
  const { view, counts } = createMap(3);
  const segments = new DrawnSegments(view);
  const one = visibleTrack(1, 600);
  await segments.set([one]);
  expect(segments.set([{ ...one, coarse: true }])).toBeNull();
  await segments.set([one, visibleTrack(2, 600)]);
  expect(counts).toEqual([2, 4]);
});

test('what is replaced while it is handed over leaves nothing behind', async () => {
  const { view, features } = createMap(3);
  const segments = new DrawnSegments(view);
  void segments.set([scatteredTrack(1, 820), visibleTrack(2, 600)]);
  await segments.set([visibleTrack(2, 1_200)]);
  expect(features.size).toBe(3);
  await segments.set([]);
  expect(features.size).toBe(0);
});

test('what is near is drawn with more of its fixes', async () => {
  const far = createMap(3);
  const rough = new DrawnSegments(far.view);
  await rough.set([visibleTrack(1, 5_000)]);
  const before = far.lengthOf();
  expect(rough.refine()).toBeNull();
  const near = createMap(16);
  const fine = new DrawnSegments(near.view);
  await fine.set([visibleTrack(1, 5_000)]);
  expect(near.lengthOf()).toBe(before);
  await fine.refine();
  // Corners of 111 m: all fixes, and those where pieces meet twice.
  expect(near.lengthOf()).toBe(5_009);
});

test('the pieces behind the marker are strong, also of a track that took the place of another', async () => {
  const { view, strong: travelledIds } = createMap(3);
  const segments = new DrawnSegments(view);
  await segments.set([visibleTrack(1, 2_000)]);
  expect(segments.setTime(1_100_500, null)).toMatchObject({ hasChanged: true, partialLines: { length: 1 } });
  expect(travelledIds()).toBe(2);
  await segments.set([visibleTrack(1, 3_000)]);
  segments.setTime(1_700_500, null);
  expect(travelledIds()).toBe(3);
  segments.setTime(100_000, null);
  expect(travelledIds()).toBe(0);
});
