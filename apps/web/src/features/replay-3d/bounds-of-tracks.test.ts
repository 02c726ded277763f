import { trackOf } from '@wakeline/domain/track';
import { expect, test } from 'vitest';
import { boundsOfTracks } from './bounds-of-tracks.ts';

function through(places: readonly (readonly [lng: number, lat: number])[]) {
  return trackOf(
    places.map(([lng, lat], at) => ({
      lng,
      lat,
      time: at * 60_000,
      dir: null,
      speed: null,
      power: null,
      gsm: null,
      gps: null,
      height: null,
      distant: at,
    })),
  );
}

test('one area holds all tracks', () => {
  const area = boundsOfTracks([
    through([
      [10, 46],
      [11, 47],
    ]),
    through([[9, 46.5]]),
  ]);
  expect(area).toEqual({ west: 9, south: 46, east: 11, north: 47 });
});

test('across the antimeridian it is the short way round', () => {
  const area = boundsOfTracks([
    through([
      [179, -17],
      [-179, -16],
    ]),
  ]);
  expect(area).toEqual({ west: 179, south: -17, east: -179, north: -16 });
});

test('without a fix there is none', () => {
  expect(boundsOfTracks([through([])])).toBeNull();
});
