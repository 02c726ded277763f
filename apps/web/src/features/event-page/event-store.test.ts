import type { EventSnapshot, StandingRow } from '@wakeline/contract/matches/event-page';
import { expect, test } from 'vitest';
import { EventStore } from './event-store.ts';

const ROW: StandingRow = {
  ...{ id: 1, rank: 1, status: 'running', start: 0, elapsed: 10, behind: 0, passed: 1, last: 'a' },
  ...{ distance: 100, score: null, missing: 0, stale: false },
};

function snapshot(changes: Partial<EventSnapshot>): EventSnapshot {
  return {
    ...{ version: 1, since: null, revision: 1, time: 0, state: 'running', viewers: 1 },
    ...{ positions: [], standings: [], passings: [], video: null },
    ...changes,
  };
}

test('merges what changed, and stores the tail of each participant', () => {
  const store = new EventStore(20);
  store.apply(snapshot({ positions: [[1, 1_000, 12_000_000, 57_000_000, 10, 0]], standings: [ROW] }));
  store.apply(
    snapshot({ version: 2, since: 1, positions: [[2, 1_000, 13_000_000, 57_000_000, null, null]] }),
  );
  store.apply(snapshot({ version: 3, since: 2, positions: [[1, 11_000, 12_000_100, 57_000_000, 10, 0]] }));
  const { tracks, standings } = store.getState();
  expect(tracks.get(1)?.map(({ time, lng }) => [time, lng])).toEqual([
    [1_000, 12],
    [11_000, 12.0001],
  ]);
  expect(tracks.get(2)).toHaveLength(1);
  expect(standings.get(1)).toEqual(ROW);
  expect(store.version).toBe(3);
  // Older than 20 s.
  store.apply(snapshot({ version: 4, since: 3, positions: [[1, 25_000, 12_000_200, 57_000_000, 10, 0]] }));
  expect(
    store
      .getState()
      .tracks.get(1)
      ?.map(({ time }) => time),
  ).toEqual([11_000, 25_000]);
});

test('a complete snapshot removes those who are no longer in the race', () => {
  const store = new EventStore(60);
  store.apply(snapshot({ positions: [[1, 0, 0, 0, null, null]], standings: [ROW] }));
  store.apply(snapshot({ version: 9, positions: [[2, 0, 0, 0, null, null]] }));
  expect([...store.getState().tracks.keys()]).toEqual([2]);
  expect(store.getState().standings.size).toBe(0);
});

test('earlier tails come before what arrived meanwhile', () => {
  const store = new EventStore(60);
  store.apply(snapshot({ positions: [[1, 5_000, 2_000_000, 0, null, null]] }));
  store.applyTails({
    time: 6_000,
    tails: [
      {
        id: 1,
        points: [
          [4_000, 1_000_000, 0],
          [5_000, 2_000_000, 0],
        ],
      },
    ],
  });
  expect(
    store
      .getState()
      .tracks.get(1)
      ?.map(({ time, lng }) => [time, lng]),
  ).toEqual([
    [4_000, 1],
    [5_000, 2],
  ]);
});

test('is offline until the next snapshot', () => {
  const store = new EventStore(60);
  store.setOffline();
  expect(store.getState().isOffline).toBe(true);
  store.apply(snapshot({}));
  expect(store.getState().isOffline).toBe(false);
});

test('has the video of the last snapshot', () => {
  const addresses = { streamUrl: '/live.flv', hlsUrl: null };
  const video: EventSnapshot['video'] = { state: 'live', since: 5, ...addresses, viewers: 2, recordings: [] };
  const store = new EventStore(60);
  store.apply(snapshot({ video }));
  expect(store.getState().meta?.video).toEqual(video);
  store.apply(snapshot({ version: 2, since: 1, video: { ...video, state: 'interrupted' } }));
  expect(store.getState().meta?.video?.state).toBe('interrupted');
});
