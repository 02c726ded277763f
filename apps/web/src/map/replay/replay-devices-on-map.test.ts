import type { Place } from '@wakeline/domain/playback';
import { expect, test } from 'vitest';
import { deviceFeature } from './replay-devices-on-map.ts';

const place: Place = { lng: 120, lat: 36, course: 90, speed: 10, index: 3, gap: false };
const drawn = (change: Partial<Place>, moves = true) =>
  deviceFeature({ trackerId: 7, number: 21, name: 'Hare', place: { ...place, ...change }, moves }).properties;

test('a device on its way shows where to', () => {
  expect(drawn({})).toMatchObject({
    mark: '["device-mark",21,false]',
    nose: '["device-nose",21]',
    course: 90,
    name: 'Hare',
  });
});

test('one that stands, or whose course is not known, shows none', () => {
  expect(drawn({}, false)?.nose).toBe('');
  expect(drawn({ course: null })).toMatchObject({ nose: '', course: 0 });
});

test('in a gap it is hollow, and goes nowhere', () => {
  expect(drawn({ gap: true })).toMatchObject({ mark: '["device-mark",21,true]', nose: '' });
});
