import type { Client } from '@wakeline/client/client';
import { type CoursesMessage, connectLive } from '@wakeline/client/live/connect-live';
import type { Tracker } from '@wakeline/contract/entities/tracker';
import { NamedError } from '@wakeline/contract/errors';
import { CHANGED_RESOURCES, type ChangedResource, type LogEntry } from '@wakeline/contract/live/messages';
import type { ResultOf } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import type { FeedArea } from '@wakeline/contract/trackers/feeds';
import { useCallback, useSyncExternalStore } from 'react';
import { useNow } from '../ui/use-now.ts';
import { type Freshness, hasVisibleChange, NOT_STARTED } from './freshness.ts';
import { scheduleFrame } from './schedule-frame.ts';
import type { ReceivedStates } from './socket-messages.ts';
import { type Counts, createTrackerStore, type TrackerStore } from './tracker-store.ts';
import { toTrackers } from './tracker-table.ts';
import { trafficStore } from './traffic-store.ts';
import { openWorkerSocket } from './worker-socket.ts';

/** What streams into the console: the trackers, their freshness and log entries. */
export interface LiveStore extends TrackerStore {
  getFreshness(): Freshness;
  subscribeFreshness(listener: () => void): () => void;
  /** Entries of the account's log as they arrive, each once, in order. */
  subscribeLog(listener: (entries: readonly LogEntry[]) => void): () => void;
}

/** What the user may do with the list itself. */
export type ListAbilities = ResultOf<Operations['queryTrackerTable']>['abilities'];

export interface StartLiveOptions {
  readonly client: Client;
  /** `wss://host/service/socket`. */
  readonly url: string;
  /** Last log number that the console has processed (`latestMsgId` of the sign-in); null: start at the present. */
  readonly cursor: number | null;
  /** Minimum interval between two live updates in milliseconds; 0: send each at once. */
  readonly refresh: number;
  /** Groups changed, or may have: refetch them. */
  readonly onGroups: () => void;
  /** Notices arrived, or may have been missed: refetch their lists and counts. */
  readonly onNotices: () => void;
  /** Rights or settings of the user changed. */
  readonly onRights: () => void;
  /** Batch tasks, the update log or panels changed, or may have: refetch them. */
  readonly onChanged: (resource: ChangedResource) => void;
  /** An orienteering event changed. */
  readonly onCourses: (message: CoursesMessage) => void;
  /** The session has ended or the server refuses the connection: retrying is useless. */
  readonly onRefused: (refusal: NonNullable<Freshness['refusal']>) => void;
  /** The complete list of trackers has loaded; `abilities` are the user's for the list. */
  readonly onListLoaded: (abilities: ListAbilities) => void;
  /** The list of trackers could not be loaded. Loading is retried; socket updates continue meanwhile. */
  readonly onListFailed: (error: unknown) => void;
}

export interface Live {
  setRefresh(ms: number): void;
  /** Requests the traffic of feeds in an area; null: none. */
  setTraffic(area: FeedArea | null): void;
  /** Connects at once instead of waiting. */
  retryNow(): void;
  /** Reloads the list, after the user's rights have changed. */
  reloadList(): void;
  /** Disconnects and keeps the live state for the same user. */
  pause(): void;
  /** Disconnects and clears the live state, which the next user must not see. */
  stop(): void;
}

/** User Timing mark (W3C): the list has loaded, with `devices` devices. `bench map` reads it. */
const LISTED_MARK = 'wakeline:devices-listed';

/** Delay before a failed list is requested again, in milliseconds. */
const LIST_RETRY_MS = 10_000;

const freshnessListeners = new Set<() => void>();
const logListeners = new Set<(entries: readonly LogEntry[]) => void>();
let freshness: Freshness = NOT_STARTED;

/** The live state of this page. */
export const liveStore: LiveStore = {
  ...createTrackerStore(scheduleFrame),
  getFreshness: () => freshness,
  subscribeFreshness(listener) {
    freshnessListeners.add(listener);
    return () => freshnessListeners.delete(listener);
  },
  subscribeLog(listener) {
    logListeners.add(listener);
    return () => logListeners.delete(listener);
  },
};

function setFreshness(next: Freshness): void {
  if (!hasVisibleChange(next, freshness)) return;
  freshness = next;
  for (const listener of freshnessListeners) listener();
}

/** Loads the trackers, connects, and keeps `liveStore` up to date until stopped. */
export function startLive(options: StartLiveOptions): Live {
  let clockOffset = 0;
  const stopController = new AbortController();

  let latestLoad: AbortController | null = null;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;

  /** @param states the pages contain the latest states, because no socket sends them */
  async function loadList(states: boolean): Promise<void> {
    const request = liveStore.startList();
    const { signal } = stopController;
    clearTimeout(retryTimer);
    const loadController = new AbortController();
    latestLoad?.abort(new Error('list requested again'));
    latestLoad = loadController;
    const requestPage = (payload: { states: boolean; after?: number }) =>
      options.client.call('queryTrackerTable', payload, {
        signal: AbortSignal.any([signal, loadController.signal]),
      });
    let devices = 0;
    try {
      let nextPage: ReturnType<typeof requestPage> | null = requestPage({ states });
      while (nextPage !== null) {
        const page: Awaited<ReturnType<typeof requestPage>> = await nextPage;
        // The server prepares the next page while this one is processed.
        nextPage = page.next === null ? null : requestPage({ states, after: page.next });
        // Awaited in the next iteration; this handles a rejection if processing this page fails.
        nextPage?.catch(() => undefined);
        request.put(toTrackers(page));
        devices += page.columns.trackerId.length;
        if (nextPage === null) options.onListLoaded(page.abilities);
      }
      request.done();
      performance.mark(LISTED_MARK, { detail: { devices } });
    } catch (error) {
      request.cancel();
      if (signal.aborted || loadController.signal.aborted) return;
      // Users without the right to watch trackers have an empty list; that is no failure.
      if (error instanceof NamedError && error.errorName === 'not-allowed') {
        liveStore.startList().done();
        options.onListLoaded({ add: false });
      } else {
        options.onListFailed(error);
        // Trackers are visible only once they are listed.
        retryTimer = setTimeout(() => void loadList(states), LIST_RETRY_MS);
      }
    }
  }

  let listRequested = false;
  function loadListOnce(): void {
    if (!listRequested) void loadList(true);
    listRequested = true;
  }
  const connection = connectLive({
    client: options.client,
    url: options.url,
    cursor: options.cursor,
    refresh: options.refresh,
    onBinary(data) {
      const received = data as ReceivedStates;
      clockOffset = received.clockOffset;
      liveStore.putRows(received.batch);
    },
    onStates(message) {
      if (message.sentAt !== null) clockOffset = message.sentAt - Date.now();
      liveStore.putStates(message.states);
    },
    onTrackers: ({ changed, removed }) => liveStore.putTrackers(changed, removed),
    onLog({ entries }) {
      if (entries.length === 0) return;
      for (const listener of logListeners) listener(entries);
      options.onNotices();
    },
    onTraffic: trafficStore.put,
    onGroups: options.onGroups,
    onRights: options.onRights,
    onChanged: options.onChanged,
    onCourses: options.onCourses,
    onReload() {
      // Not before the socket is open: changes between an earlier response and the opening would be lost.
      listRequested = true;
      void loadList(false);
      options.onGroups();
      options.onNotices();
      // They may have changed while disconnected.
      for (const resource of CHANGED_RESOURCES) options.onChanged(resource);
    },
    onPhase({ phase, polling, failures, refusal, lastReceivedAt, polledAt, retryAt }) {
      setFreshness({
        phase,
        polling,
        failures,
        refusal,
        asOf: lastReceivedAt,
        polledAt,
        retryAt,
        clockOffset,
      });
      // Without a socket there is still a live state, shown with its age.
      if (phase === 'waiting') loadListOnce();
      if (refusal !== null) options.onRefused(refusal);
    },
    openSocket: openWorkerSocket,
  });
  addEventListener('online', connection.retryNow, { signal: stopController.signal });

  function pause(): void {
    stopController.abort(new Error('live stopped'));
    clearTimeout(retryTimer);
    connection.stop();
    setFreshness(NOT_STARTED);
  }

  return {
    setRefresh: connection.setRefresh,
    setTraffic: connection.setTraffic,
    retryNow: connection.retryNow,
    reloadList: () => void loadList(false),
    pause,
    stop() {
      pause();
      liveStore.clear();
      trafficStore.clear();
    },
  };
}

/** The server's clock, estimated here, in epoch milliseconds: use it for ages of server timestamps. */
export function serverNow(): number {
  return Date.now() + freshness.clockOffset;
}

/** The same, updated every `interval` milliseconds: for ages of server timestamps. */
export function useServerNow(interval: number): number {
  return useNow(interval) + freshness.clockOffset;
}

/** One tracker; renders again only when this one changes. */
export function useTracker(id: number | null): Tracker | undefined {
  const subscribe = useCallback(
    (listener: () => void) => (id === null ? () => undefined : liveStore.subscribeTracker(id, listener)),
    [id],
  );
  return useSyncExternalStore(subscribe, () => (id === null ? undefined : liveStore.getTracker(id)));
}

export function useCounts(): Counts {
  return useSyncExternalStore(liveStore.subscribeCounts, liveStore.getCounts);
}

export function useFreshness(): Freshness {
  return useSyncExternalStore(liveStore.subscribeFreshness, liveStore.getFreshness);
}
