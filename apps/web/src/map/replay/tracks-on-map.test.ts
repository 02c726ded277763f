import { type TrackFix, trackOf } from '@wakeline/domain/tracks/track';
import { createTrackLine } from '@wakeline/domain/tracks/track-line';
import type { FeatureCollection } from 'geojson';
import { expect, test } from 'vitest';
import { TRACK_PARTIAL_LINES } from '../layers/track.ts';
import type { MapView } from '../map-view.ts';
import { showTracks } from './tracks-on-map.ts';
import type { VisibleTrack } from './visible-track.ts';

/** One fix a second, eastwards from a longitude. */
function visibleTrack(trackerId: number, from: number, fixes: number): VisibleTrack {
  const none = { dir: null, speed: null, power: null, gsm: null, gps: null, height: null };
  const track = trackOf(
    Array.from(
      { length: fixes },
      (_, second): TrackFix => ({
        time: second * 1_000,
        lng: from + second * 1e-3,
        lat: 0,
        distant: 0,
        ...none,
      }),
    ),
  );
  const icon = { iconUrl: 'car', iconType: 'STANDARD' } as const;
  return { trackerId, track, line: createTrackLine(track, 100), stays: [], movingSpeed: 5, icon };
}

/** A map that never finishes drawing. */
function busyMap() {
  const sources = new Map<string, FeatureCollection>();
  const subscription = { unsubscribe: () => undefined };
  const view = {
    engine: {
      on: () => subscription,
      getZoom: () => 3,
      getCenter: () => ({ lng: 0, lat: 0 }),
      setFeatureState: () => undefined,
      triggerRepaint: () => undefined,
    },
    getVisibleBounds: () => ({ west: -180, south: -85, east: 180, north: 85 }),
    show: () => () => undefined,
    change: async () => undefined,
    async setFeatures(source: string, features: FeatureCollection) {
      sources.set(source, features);
    },
  } as unknown as MapView;
  const travelledFrom = () =>
    (sources.get(TRACK_PARTIAL_LINES)?.features ?? []).flatMap(({ geometry }) =>
      geometry.type === 'LineString' ? [geometry.coordinates[0]?.[0]] : [],
    );
  return { view, travelledFrom };
}

test('removes the travelled line together with its track, also while the map is drawing', async () => {
  const { view, travelledFrom } = busyMap();
  const map = showTracks(view, { markers: false, stays: false });
  map.set([visibleTrack(1, 10, 100)]);
  map.setTime(50_000, null, 'steady');
  await Promise.resolve();
  expect(travelledFrom()).toEqual([10]);
  map.set([visibleTrack(1, 20, 100)]);
  expect(travelledFrom()).toEqual([20]);
  map.stop();
});
