import type { LiveStatus } from '@wakeline/client/live/connect-live';

/** How fresh the live picture is. Times are epoch milliseconds of this machine. */
export interface Freshness extends Pick<LiveStatus, 'phase' | 'polling' | 'failures' | 'refusal'> {
  /** When the server was last heard: the picture is as old as this. */
  readonly asOf: number | null;
  /** When polling last brought a picture; null: not since it began. */
  readonly polledAt: number | null;
  /** When the next attempt to connect is due, while waiting. */
  readonly retryAt: number | null;
  /** The server's clock less this machine's, milliseconds: at most the delay of the line too low. */
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

/** Being heard again changes only `asOf`; showing that more often than once a second would be for nothing. */
const MIN_AGE_UPDATE_MS = 1_000;

/** Whether a person would see the difference. */
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
