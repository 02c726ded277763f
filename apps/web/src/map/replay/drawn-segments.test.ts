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

/** A zigzag of fixes along a parallel: one segment for every 512. */
function visibleTrack(trackerId: number, fixes: number): VisibleTrack {
  return visibleTrackOf(
    trackerId,
    Array.from({ length: fixes }, (_, second) => fix(second, trackerId)),
  );
}

/** Segments of two fixes each, one hour apart. */
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
  return { trackerId, track, line: createTrackLine(track, 100), stays: [], movingSpeed: 5, icon };
}

/**
 * A fake map that shows the whole world: its source, its feature states, and updates that complete asynchronously.
 */
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
  return { view, features, counts, lengthOf, travelledIds };
}

test('replaces a track only when the longer one is completely added', async () => {
  const { view, features, counts } = createMap(3);
  const segments = new DrawnSegments(view);
  await segments.set([visibleTrack(1, 1_000)]);
  expect(features.size).toBe(2);
  // 820 segments need more than one update.
  await segments.set([scatteredTrack(1, 820)]);
  expect(counts).toEqual([2, 802, 820]);
});

test('leaves an unchanged track as it is', async () => {
  const { view, counts } = createMap(3);
  const segments = new DrawnSegments(view);
  const one = visibleTrack(1, 600);
  await segments.set([one]);
  expect(segments.set([{ ...one, coarse: true }])).toBeNull();
  await segments.set([one, visibleTrack(2, 600)]);
  expect(counts).toEqual([2, 4]);
});

test('leaves nothing behind when a track is replaced during an update', async () => {
  const { view, features } = createMap(3);
  const segments = new DrawnSegments(view);
  void segments.set([scatteredTrack(1, 820), visibleTrack(2, 600)]);
  await segments.set([visibleTrack(2, 1_200)]);
  expect(features.size).toBe(3);
  await segments.set([]);
  expect(features.size).toBe(0);
});

test('draws more fixes at a high zoom', async () => {
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
  // Zigzag steps of 111 m: all fixes, and those where segments meet twice.
  expect(near.lengthOf()).toBe(5_009);
});

test('marks the segments behind the marker as travelled, also after the track was replaced', async () => {
  const { view, travelledIds } = createMap(3);
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
