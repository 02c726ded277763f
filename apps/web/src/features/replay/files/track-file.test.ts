import { LIMITS } from '@wakeline/contract/limits';
import { expect, test } from 'vitest';
import { faultOf } from './track-file.ts';

test('files of tracks are known by their endings, and have 64 MB at most', () => {
  expect(faultOf({ name: 'Leg 1.GPX', size: 10 })).toBeNull();
  expect(faultOf({ name: 'watch.fit', size: LIMITS.trackFileBytes })).toBeNull();
  expect(faultOf({ name: 'map.jpg', size: 10 })?.errorName).toBe('track-file-type');
  expect(faultOf({ name: 'gpx', size: 10 })?.errorName).toBe('track-file-type');
  expect(faultOf({ name: 'long.gpx', size: LIMITS.trackFileBytes + 1 })?.errorName).toBe(
    'track-file-too-large',
  );
  expect(faultOf({ name: 'nothing.csv', size: 0 })?.errorName).toBe('track-file-empty');
});
