import { expect, it } from 'vitest';
import { NOT_STARTED } from '../../live/freshness.ts';
import { getDisplayedState } from './displayed-state.ts';

const now = 1_000_000;

it.each([
  ['live', { phase: 'live', asOf: now }],
  ['waiting', { phase: 'waiting', asOf: now - 1_000 }],
  ['polling', { phase: 'waiting', polling: true, polledAt: now - 9_000 }],
  ['polling', { phase: 'connecting', polling: true, polledAt: now - 9_000 }],
  // The server is unreachable: polls fail, and the countdown matters.
  ['waiting', { phase: 'waiting', polling: true, polledAt: now - 20_000 }],
  // The socket received something just now, but no poll has been answered since.
  ['waiting', { phase: 'waiting', polling: true, asOf: now, polledAt: null }],
  ['too-many-consoles', { phase: 'waiting', refusal: 'too-many-consoles' }],
  ['refused', { phase: 'refused', polling: true, asOf: now }],
] as const)('displays %s', (state, freshness) => {
  expect(getDisplayedState({ ...NOT_STARTED, ...freshness }, now)).toBe(state);
});
