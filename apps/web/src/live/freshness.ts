import type { LiveStatus } from '@wakeline/client/live/connect-live';

/** How current the live state is. Times are epoch milliseconds of this machine. */
export interface Freshness extends Pick<LiveStatus, 'phase' | 'polling' | 'failures' | 'refusal'> {
  /** When the server last sent anything: the live state is as old as this. */
  readonly asOf: number | null;
  /** When polling last returned a live state; null: not since polling started. */
  readonly polledAt: number | null;
  /** When the next attempt to connect is due, while waiting. */
  readonly retryAt: number | null;
  /** Server clock minus this machine's clock, in milliseconds. Too low by at most the network delay. */
  readonly clockOffset: number;
}

export const NOT_STARTED: Freshness = {
  phase: 'idle',
  polling: false,
  failures: 0,
  refusal: null,
  asOf: null,
  polledAt: null,
  retryAt: null,
  clockOffset: 0,
};

/** Each message from the server changes `asOf`; updating the display more than once a second is pointless. */
const MIN_AGE_UPDATE_MS = 1_000;

/** Whether the difference is visible to the user. */
export function hasVisibleChange(next: Freshness, displayed: Freshness): boolean {
  return (
    next.phase !== displayed.phase ||
    next.polling !== displayed.polling ||
    next.failures !== displayed.failures ||
    next.refusal !== displayed.refusal ||
    (next.polledAt === null) !== (displayed.polledAt === null) ||
    next.retryAt !== displayed.retryAt ||
    (next.asOf ?? 0) - (displayed.asOf ?? 0) >= MIN_AGE_UPDATE_MS
  );
}
