import type { PlaybackPosition } from '@wakeline/domain/replay/playback';
import { expect, test } from 'vitest';
import { toMarker } from './replay-devices-on-map.ts';

const trackPoint: PlaybackPosition = { lng: 120, lat: 36, course: 90, speed: 10, index: 3, isGap: false };
const drawn = (change: Partial<PlaybackPosition>, isMoving = true) =>
  toMarker({ trackerId: 7, number: 21, name: 'Hare', position: { ...trackPoint, ...change }, isMoving });
const numberedMarker = { subject: '["device-mark",21,false]', rotation: 0 };

test('a device on its way shows where to', () => {
  expect(drawn({})).toMatchObject({
    id: 7,
    images: [{ subject: '["device-nose",21]', rotation: 90 }, numberedMarker],
    name: 'Hare',
  });
});

test('one that stands, or whose course is not known, shows none', () => {
  expect(drawn({}, false).images).toEqual([numberedMarker]);
  expect(drawn({ course: null }).images).toEqual([numberedMarker]);
});

test('in a gap it is hollow, and goes nowhere', () => {
  expect(drawn({ isGap: true }).images).toEqual([{ subject: '["device-mark",21,true]', rotation: 0 }]);
});
