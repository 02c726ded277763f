import { NamedError } from '@wakeline/contract/errors';
import type { LogEntry } from '@wakeline/contract/live/messages';
import type { Client } from '../client.ts';
import type { SetTimer, StatesMessage, TrackersMessage } from './connect-live.ts';

/** Minimum time between two polls: each reads every tracker. */
const MIN_POLL_INTERVAL_MS = 10_000;

/** Polling interval if `refresh` is 0, given by the specification. */
const DEFAULT_POLL_INTERVAL_MS = 30_000;

export interface PollOptions {
  readonly client: Pick<Client, 'call'>;
  readonly setTimer: SetTimer;
  /** Minimum milliseconds between two polls; 0: the default interval. */
  readonly refresh: () => number;
  readonly cursor: () => number | null;
  readonly onLog: (message: { readonly entries: readonly LogEntry[]; readonly cursor: number }) => void;
  readonly onTrackers: (message: TrackersMessage) => void;
  readonly onStates: (message: StatesMessage) => void;
  /** Resources that polling does not cover may have changed. Called after each successful poll. */
  readonly onUnpolledMayHaveChanged: () => void;
  /** A poll succeeded. */
  readonly onReceived: () => void;
  readonly onSessionExpired: () => void;
}

export interface Poller {
  stop(): void;
}

/**
 * Polls with the calls of the specification, for consoles that cannot open a socket. Delivers the same log and states
 * to the same callbacks, only later.
 */
export function startPolling(options: PollOptions): Poller {
  const stopped = new AbortController();
  let cancelTimer: (() => void) | null = null;
  let knownIds = new Set<number>();

  async function poll(): Promise<void> {
    const cursor = options.cursor();
    const callOptions = { signal: stopped.signal };
    const [notices, trackers] = await Promise.all([
      options.client.call('queryNewMsgByMsgId', cursor === null ? {} : { msgId: cursor }, callOptions),
      options.client.call('queryAllTrackers', {}, callOptions),
    ]);
    // Stopped in the meantime: a socket has delivered newer data.
    if (stopped.signal.aborted) return;
    const ids = new Set(trackers.list.map((tracker) => tracker.trackerId));
    const removed = [...knownIds].filter((id) => !ids.has(id));
    knownIds = ids;
    options.onTrackers({ changed: trackers.list, removed });
    options.onStates({
      full: true,
      states: trackers.list.map(({ trackerId, trackerStatusDto }) => ({
        trackerId,
        status: trackerStatusDto,
      })),
      sentAt: null,
    });
    options.onLog({
      entries: notices.msgList.map((notice) => ({ kind: 'notice', seq: notice.messageId, notice })),
      cursor: notices.latestMsgId,
    });
    options.onUnpolledMayHaveChanged();
    options.onReceived();
  }

  function pollAndReschedule(): void {
    poll()
      .catch((error: unknown) => {
        if (stopped.signal.aborted) return;
        if (!(error instanceof NamedError)) throw error;
        // Other failures need no handling: the displayed data ages, and the next poll tries again.
        if (error.errorName === 'session-gone') options.onSessionExpired();
      })
      .finally(() => {
        if (stopped.signal.aborted) return;
        const delayMs = Math.max(options.refresh() || DEFAULT_POLL_INTERVAL_MS, MIN_POLL_INTERVAL_MS);
        cancelTimer = options.setTimer(delayMs, pollAndReschedule);
      });
  }

  pollAndReschedule();
  return {
    stop() {
      stopped.abort(new Error('polling stopped'));
      cancelTimer?.();
    },
  };
}
