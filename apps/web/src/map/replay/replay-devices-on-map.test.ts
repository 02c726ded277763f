import type { Place } from '@wakeline/domain/replay/playback';
import { expect, test } from 'vitest';
import { deviceMarkOf } from './replay-devices-on-map.ts';

const place: Place = { lng: 120, lat: 36, course: 90, speed: 10, index: 3, gap: false };
const drawn = (change: Partial<Place>, moves = true) =>
  deviceMarkOf({ trackerId: 7, number: 21, name: 'Hare', place: { ...place, ...change }, moves });
const mark = { subject: '["device-mark",21,false]', turn: 0 };

test('a device on its way shows where to', () => {
  expect(drawn({})).toMatchObject({
    id: 7,
    images: [{ subject: '["device-nose",21]', turn: 90 }, mark],
    name: 'Hare',
  });
});

test('one that stands, or whose course is not known, shows none', () => {
  expect(drawn({}, false).images).toEqual([mark]);
  expect(drawn({ course: null }).images).toEqual([mark]);
});

test('in a gap it is hollow, and goes nowhere', () => {
  expect(drawn({ gap: true }).images).toEqual([{ subject: '["device-mark",21,true]', turn: 0 }]);
});
