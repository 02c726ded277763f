import { expect, test } from 'vitest';
import { type ReplayedTask, taskReplayQuery } from './task-replay.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = 100 * DAY;
const TASK = { trackerIds: [7], createTime: NOW - 2 * HOUR, executeFrom: null, executeTo: null };

function replayed(changes: Partial<ReplayedTask>) {
  const query = taskReplayQuery({ ...TASK, ...changes }, NOW);
  const search = new URLSearchParams(query ?? '');
  return query === null
    ? null
    : [search.get('trackerId'), ...['start', 'end'].map((name) => (Number(search.get(name)) - NOW) / HOUR)];
}

test('replays the execution time as far as it has passed, or the last 24 hours', () => {
  expect(replayed({})).toEqual(['7', -2, 0]);
  expect(replayed({ createTime: NOW - 9 * DAY })).toEqual(['7', -24, 0]);
  expect(replayed({ executeFrom: NOW - 5 * HOUR, executeTo: NOW + HOUR })).toEqual(['7', -5, 0]);
  expect(replayed({ executeFrom: NOW - 5 * HOUR, executeTo: NOW - HOUR })).toEqual(['7', -5, -1]);
});

test('is limited to the days of a replay: 31 of one device, 3 of several', () => {
  expect(replayed({ executeFrom: NOW - 60 * DAY })).toEqual(['7', -31 * 24, 0]);
  expect(replayed({ trackerIds: [7, 8], executeFrom: NOW - 60 * DAY })).toEqual(['7,8', -72, 0]);
});

test('there is none before the task begins, and without devices', () => {
  expect(replayed({ executeFrom: NOW + HOUR })).toBeNull();
  expect(replayed({ trackerIds: [] })).toBeNull();
});
