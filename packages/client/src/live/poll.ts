import { NamedError } from '@wakeline/contract/errors';
import type { LogEntry } from '@wakeline/contract/live/messages';
import type { Client } from '../client.ts';
import type { SetTimer, StatesMessage, TrackersMessage } from './connect-live.ts';

/** Shortest time between two rounds of polling calls: each reads every tracker. */
const MIN_POLL_INTERVAL_MS = 10_000;

/** Time between two rounds for whoever wants the picture as it comes: the specification's interval of polling. */
const DEFAULT_POLL_INTERVAL_MS = 30_000;

export interface PollOptions {
  readonly client: Pick<Client, 'call'>;
  readonly setTimer: SetTimer;
  /** Least milliseconds between two rounds; 0: as often as usual. */
  readonly refresh: () => number;
  readonly cursor: () => number | null;
  readonly onLog: (message: { readonly entries: readonly LogEntry[]; readonly cursor: number }) => void;
  readonly onTrackers: (message: TrackersMessage) => void;
  readonly onStates: (message: StatesMessage) => void;
  /** What the polling calls do not tell may have changed: called after each round that was answered. */
  readonly onUnpolledMayHaveChanged: () => void;
  /** A round was answered. */
  readonly onReceived: () => void;
  readonly onSessionGone: () => void;
}

export interface Poller {
  stop(): void;
}

/**
 * The specification's polling calls, for a console whose sockets cannot be opened: the same log and the same
 * states as the socket brings, in the same callbacks, only later.
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
    // A socket has brought newer things meanwhile.
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
        // Any other failure shows itself: nothing is heard, the picture grows old, the next round tries again.
        if (error.errorName === 'session-gone') options.onSessionGone();
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
