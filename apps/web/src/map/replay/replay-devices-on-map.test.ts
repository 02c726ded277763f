import type { PlaybackPosition } from '@wakeline/domain/replay/playback';
import { expect, test } from 'vitest';
import { toMarker } from './replay-devices-on-map.ts';

const trackPoint: PlaybackPosition = { lng: 120, lat: 36, course: 90, speed: 10, index: 3, isGap: false };
const markerFor = (change: Partial<PlaybackPosition>, isMoving = true) =>
  toMarker({ trackerId: 7, number: 21, name: 'Hare', position: { ...trackPoint, ...change }, isMoving });
const numberedMarker = { subject: '["device-marker",21,false]', rotation: 0 };

test('shows the course of a moving device', () => {
  expect(markerFor({})).toMatchObject({
    id: 7,
    images: [{ subject: '["device-nose",21]', rotation: 90 }, numberedMarker],
    name: 'Hare',
  });
});

test('shows no course for a stationary device or an unknown course', () => {
  expect(markerFor({}, false).images).toEqual([numberedMarker]);
  expect(markerFor({ course: null }).images).toEqual([numberedMarker]);
});

test('is hollow and without a course in a gap', () => {
  expect(markerFor({ isGap: true }).images).toEqual([{ subject: '["device-marker",21,true]', rotation: 0 }]);
});
