import { LIMITS } from '@wakeline/contract/limits';
import { expect, test } from 'vitest';
import { validateTrackFile } from './track-file.ts';

test('checks track files by extension, and limits them to 64 MB', () => {
  expect(validateTrackFile({ name: 'Leg 1.GPX', size: 10 })).toBeNull();
  expect(validateTrackFile({ name: 'watch.fit', size: LIMITS.trackFileBytes })).toBeNull();
  expect(validateTrackFile({ name: 'map.jpg', size: 10 })?.errorName).toBe('track-file-type');
  expect(validateTrackFile({ name: 'gpx', size: 10 })?.errorName).toBe('track-file-type');
  expect(validateTrackFile({ name: 'long.gpx', size: LIMITS.trackFileBytes + 1 })?.errorName).toBe(
    'track-file-too-large',
  );
  expect(validateTrackFile({ name: 'nothing.csv', size: 0 })?.errorName).toBe('track-file-empty');
});
