import type { ReadFeedState } from '../features/trackers/feeds/feeds.handlers.ts';
import type { ReadMessages } from '../features/trackers/messages/messages.handlers.ts';
import { selectTraffic } from '../feeds/select-traffic.ts';
import type { Engine } from '../ingest/engine.ts';
import { type ChangeSource, changesOfOwnEngine } from '../live/change-source.ts';
import type { TrafficSource } from '../live/traffic-stream.ts';

/** What the consoles receive from the engine. */
export interface LiveUpdates {
  readonly changes: ChangeSource;
  readonly traffic: TrafficSource;
  readonly readMessages: ReadMessages;
  readonly feedState: ReadFeedState;
}

/** @param engine not called before the timers of the hub run and users call operations */
export function createLiveUpdates(engine: () => Engine): LiveUpdates {
  return {
    changes: changesOfOwnEngine(() => engine().status().role === 'engine'),
    traffic: {
      all: (accountId) => engine().feeds?.traffic(accountId, null) ?? [],
      takeChanges: (accountId) => engine().feeds?.takeChanges(accountId) ?? { changed: [], removed: [] },
      version: () => (engine().feeds === null ? 0 : 1),
      stopWatching: (accountId) => engine().feeds?.stopWatching(accountId),
    },
    readMessages: async (trackerId) => engine().messagesOf(trackerId),
    feedState: {
      status: async (feedIds) =>
        new Map(
          feedIds.flatMap((feedId) => {
            const status = engine().feeds?.status(feedId) ?? null;
            return status === null ? [] : [[feedId, status] as const];
          }),
        ),
      traffic: async (accountId, feedId, page) =>
        selectTraffic(engine().feeds?.traffic(accountId, feedId) ?? [], page),
    },
  };
}
