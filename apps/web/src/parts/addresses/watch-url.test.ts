import { LIMITS } from '@wakeline/contract/limits';
import { expect, test } from 'vitest';
import { buildWatchUrl, parseWatchTarget } from './watch-url.ts';

const parseQuery = (query: string) => parseWatchTarget(new URLSearchParams(query));

test('reads each device once, in order, and skips invalid ids', () => {
  expect(parseQuery('devices=3,1,3,x,0,-2,1.5,')).toEqual({ kind: 'devices', trackerIds: [3, 1] });
  expect(parseQuery(new URL(buildWatchUrl([4, 5]), 'http://wakeline.example').search)).toEqual({
    kind: 'devices',
    trackerIds: [4, 5],
  });
});

test('limits the number of devices to that of trails', () => {
  const many = Array.from({ length: 200 }, (_, index) => index + 1).join(',');
  const watch = parseQuery(`devices=${many}`);
  expect(watch?.kind === 'devices' && watch.trackerIds.length).toBe(LIMITS.trailTrackers);
});

test('prefers a share link, and returns null without devices', () => {
  expect(parseQuery('devices=1&share=abc')).toEqual({ kind: 'share', code: 'abc' });
  expect(parseQuery('')).toBeNull();
  expect(parseQuery('devices=')).toBeNull();
});
