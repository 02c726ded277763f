import type { Freshness } from '../../live/freshness.ts';

/** Polls come each 10 s; an answer that is older than this was not the last one's. */
const POLL_MAX_AGE_MS = 15_000;

/** What the indicator says. Polling outranks waiting only while it brings a picture. */
export type DisplayedState = Freshness['phase'] | 'polling';

/** The state to be shown at `now`, epoch milliseconds. */
export function getDisplayedState({ phase, polling, polledAt }: Freshness, now: number): DisplayedState {
  const disconnected = phase === 'waiting' || phase === 'connecting';
  return disconnected && polling && polledAt !== null && now - polledAt < POLL_MAX_AGE_MS ? 'polling' : phase;
}
