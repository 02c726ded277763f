import type { Freshness } from '../../live/freshness.ts';

/** Polls come each 10 s; an answer that is older than this was not the last one's. */
const POLLED_MS = 15_000;

/** What the indicator says. Polling outranks waiting only while it brings a picture. */
export type ShownState = Freshness['phase'] | 'polling';

/** The state to be shown at `now`, epoch milliseconds. */
export function shownState({ phase, polling, polledAt }: Freshness, now: number): ShownState {
  const away = phase === 'waiting' || phase === 'connecting';
  return away && polling && polledAt !== null && now - polledAt < POLLED_MS ? 'polling' : phase;
}
