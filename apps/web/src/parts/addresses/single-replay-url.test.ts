import { expect, test } from 'vitest';
import { buildReplayUrlAt } from './single-replay-url.ts';

const HOUR = 3_600_000;
const NOON = Date.UTC(2026, 10, 20, 12);

test('opens a replay at a time, with the day around it up to now', () => {
  const past = buildReplayUrlAt(7, NOON, NOON + 100 * HOUR);
  expect(past).toBe(
    `/traceReplaySingle?trackerId=7&start=${NOON - 12 * HOUR}&end=${NOON + 12 * HOUR}&time=${NOON}`,
  );
  const recent = buildReplayUrlAt(7, NOON, NOON + HOUR);
  expect(recent).toBe(
    `/traceReplaySingle?trackerId=7&start=${NOON - 23 * HOUR}&end=${NOON + HOUR}&time=${NOON}`,
  );
});
