import type { Freshness } from '../../live/freshness.ts';

/** Polling runs every 10 s; an older response is not that of the last poll. */
const POLL_MAX_AGE_MS = 15_000;

/** The displayed state. Polling takes precedence over waiting only while polls succeed. */
export type DisplayedState = Freshness['phase'] | 'polling' | 'too-many-consoles';

/** The state to display at `now`, epoch milliseconds. */
export function getDisplayedState(
  { phase, refusal, polling, polledAt }: Freshness,
  now: number,
): DisplayedState {
  if (refusal === 'too-many-consoles') return refusal;
  const disconnected = phase === 'waiting' || phase === 'connecting';
  return disconnected && polling && polledAt !== null && now - polledAt < POLL_MAX_AGE_MS ? 'polling' : phase;
}
