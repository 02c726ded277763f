import { type TrackFix, trackOf } from '@wakeline/domain/tracks/track';
import { expect, test } from 'vitest';
import { CLASS_COUNT, createColorClasses } from './color-classes.ts';

function trackWith(name: 'speed' | 'height' | 'power' | 'gsm', values: readonly (number | null)[]) {
  const fixes = values.map(
    (value, index): TrackFix => ({
      time: index * 1000,
      lng: 0,
      lat: 0,
      distant: 0,
      dir: null,
      speed: null,
      power: null,
      gsm: null,
      gps: null,
      height: null,
      [name]: value,
    }),
  );
  return trackOf(fixes);
}

test('divides speeds from 0 to 97 km/h into steps of 20', () => {
  const track = trackWith('speed', [0, 19.9, 20, 59, 80, 97]);
  const { bounds, classOf } = createColorClasses(track, 'speed');
  expect(bounds).toEqual([20, 40, 60, 80]);
  expect([0, 1, 2, 3, 4, 5].map(classOf)).toEqual([0, 0, 1, 2, 4, 4]);
});

test('starts heights at a round value, also below sea level', () => {
  expect(createColorClasses(trackWith('height', [1203, 1690]), 'height').bounds).toEqual([
    1300, 1400, 1500, 1600,
  ]);
  expect(createColorClasses(trackWith('height', [-12, 3]), 'height').bounds).toEqual([-10, -5, 0, 5]);
});

test('ignores a single outlier of a receiver', () => {
  const calm = Array.from({ length: 99 }, (_, index) => index / 10);
  expect(createColorClasses(trackWith('speed', [...calm, 1400]), 'speed').bounds).toEqual([2, 4, 6, 8]);
});

test('uses the same classes for percentages on every track, and a separate one for unknown values', () => {
  const { bounds, classOf } = createColorClasses(trackWith('power', [20, 19, null, 100]), 'battery');
  expect(bounds).toEqual([20, 40, 60, 80]);
  expect([0, 1, 2, 3].map(classOf)).toEqual([1, 0, CLASS_COUNT, 4]);
});

test('creates classes for a constant value', () => {
  expect(createColorClasses(trackWith('speed', [7, 7, 7]), 'speed').bounds).toEqual([8, 9, 10, 11]);
  expect(createColorClasses(trackWith('speed', [null]), 'speed').bounds).toEqual([1, 2, 3, 4]);
});
