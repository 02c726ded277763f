import { expect, it } from 'vitest';
import { NOT_STARTED } from '../../live/freshness.ts';
import { shownState } from './shown-state.ts';

const now = 1_000_000;

it.each([
  ['live', { phase: 'live', asOf: now }],
  ['waiting', { phase: 'waiting', asOf: now - 1_000 }],
  ['polling', { phase: 'waiting', polling: true, asOf: now - 9_000 }],
  ['polling', { phase: 'connecting', polling: true, asOf: now - 9_000 }],
  // The server is away altogether: polls bring nothing, and the countdown is what matters.
  ['waiting', { phase: 'waiting', polling: true, asOf: now - 20_000 }],
  ['waiting', { phase: 'waiting', polling: true, asOf: null }],
  ['refused', { phase: 'refused', polling: true, asOf: now }],
] as const)('says %s', (said, freshness) => {
  expect(shownState({ ...NOT_STARTED, ...freshness }, now)).toBe(said);
});
