import type { Freshness } from '../../live/freshness.ts';

/** Polling runs every 10 s; an older response is not that of the last poll. */
const POLL_MAX_AGE_MS = 15_000;

/** The displayed state. Polling takes precedence over waiting only while polls succeed. */
export type DisplayedState = Freshness['phase'] | 'polling';

/** The state to display at `now`, epoch milliseconds. */
export function getDisplayedState({ phase, polling, polledAt }: Freshness, now: number): DisplayedState {
  const disconnected = phase === 'waiting' || phase === 'connecting';
  return disconnected && polling && polledAt !== null && now - polledAt < POLL_MAX_AGE_MS ? 'polling' : phase;
}
