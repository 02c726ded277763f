import type { Tracker } from '@wakeline/contract/entities/tracker';
import { createTrackerFixture } from '@wakeline/contract/testing/tracker-fixture';
import { expect, test } from 'vitest';
import { createTrackerStore } from '../../../live/tracker-store.ts';
import { buildGroupReplayUrl } from './group-replay.ts';

const NOW = 1_000_000_000;
const DAY = 86_400_000;

function boat(trackerId: number, groupId: number | null, replay = true, seenAt = NOW - 5_000): Tracker {
  const times = { fixTime: seenAt, latestCommTime: seenAt, statusSince: seenAt };
  return createTrackerFixture({
    trackerId,
    groupId,
    abilities: { edit: true, remove: true, replay, liftSos: true },
    status: { latitude: 1, longitude: 1, status: 'STOP', ...times },
  });
}

const group = (groupId: number, parentId: number | null) => ({ groupId, parentId, gn: `Group ${groupId}` });
// 2 is in 1, and 3 in 2; 4 is separate.
const groups = [group(1, null), group(2, 1), group(3, 2), group(4, null)];

function urlOf(groupId: number | null, trackers: readonly Tracker[]): string {
  const store = createTrackerStore((task) => task());
  store.putTrackers(trackers, []);
  return buildGroupReplayUrl(groupId, groups, store, NOW);
}

test('replays a group with its descendants, over the day up to the last fix', () => {
  const trackers = [boat(1, 1), boat(2, 3, true, NOW - 9_000), boat(3, 4), boat(4, null), boat(5, 2, false)];
  const end = NOW - 5_000;
  expect(urlOf(1, trackers)).toBe(`/traceReplaySatellite?trackerId=1%2C2&start=${end - DAY}&end=${end}`);
  expect(urlOf(3, trackers)).toContain('trackerId=2&');
});

test('includes devices of unknown groups in those without a group', () => {
  expect(urlOf(null, [boat(1, 1), boat(2, null), boat(3, 99)])).toContain('trackerId=2%2C3&');
});

test('returns none without replayable devices, and too-many above 200', () => {
  expect(urlOf(4, [boat(1, 1), boat(2, 4, false)])).toBe('none');
  const many = (count: number) => Array.from({ length: count }, (_, index) => boat(index + 1, 4));
  expect(urlOf(4, many(201))).toBe('too-many');
  expect(urlOf(4, many(200))).toMatch(/^\/traceReplaySatellite/);
});
