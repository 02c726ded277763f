import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { CHANGED_RESOURCES, type ChangedResource } from '@wakeline/contract/live/messages';
import type { FeedArea } from '@wakeline/contract/trackers/feeds';
import { App } from 'antd';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLanguage } from '../i18n/i18n.ts';
import { publishCourses } from '../live/course-messages.ts';
import { requestFirstOverview, takeFirstOverview } from '../live/first-overview.ts';
import { endPicture, restorePicture, type StoredResponse, startSavingPicture } from '../live/last-picture.ts';
import { awaitOverview, endOverview } from '../live/live-overview.ts';
import { type Live, liveStore, startLive } from '../live/live-store.ts';
import { groupsQuery } from '../parts/devices/use-groups.ts';
import { type LiveControl, LiveControlContext } from '../parts/freshness/live-control.ts';
import { getServicePrefix, useClient } from '../service/client.ts';
import { type Coalesced, coalesce } from '../service/coalesce.ts';
import { errorText } from '../service/error-text.ts';
import {
  expireSession,
  onUserDataCleared,
  SESSION_KEY,
  SESSION_STORED_KEY,
  USER_QUERIES,
  useSession,
} from '../service/session.ts';
import { getTabOwner } from '../service/tab-storage.ts';
import { getFirstLiveArea } from './first-live-area.ts';
import { useOpenDeviceBySim } from './use-open-device-by-sim.ts';

onUserDataCleared(() => {
  liveStore.clear();
  endPicture();
});

/** Keys of the queries that the device list needs: groups, and which devices the user hides. */
const LIST_QUERIES = [
  [USER_QUERIES, 'groups'],
  [USER_QUERIES, 'display'],
] as const;

function getResponses(queryClient: QueryClient): readonly StoredResponse[] {
  return LIST_QUERIES.flatMap((key) => {
    const data = queryClient.getQueryData(key);
    return data === undefined ? [] : { key, data };
  });
}

/** Shows stored responses until the queries have their own. */
function restoreResponses(queryClient: QueryClient, responses: readonly StoredResponse[]): void {
  for (const { key, data } of responses) {
    if (queryClient.getQueryData(key) !== undefined) continue;
    queryClient.setQueryData(key, data);
    void queryClient.invalidateQueries({ queryKey: key });
  }
}

function getSocketUrl(): string {
  const url = new URL(`${getServicePrefix()}/socket`, location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return url.href;
}

/** Minimum time between two fetches of a resource: a message arrives for each receipt of an instruction. */
const REFETCH_INTERVAL_MS = 1_000;

/** Other queries that a changed resource affects. */
const ALSO_REFETCHED: Partial<Record<ChangedResource, readonly (readonly string[])[]>> = {
  // The number of finished tasks is part of the unread counts.
  tasks: [['notices', 'unread']],
  // Watched tasks show their line, their areas and the planes of their devices.
  routes: [['watchTasks']],
  fences: [['watchTasks']],
  planes: [['watchTasks']],
  // The tracking mode of tasks sends instructions.
  instructions: [['watchTasks', 'tracking']],
};

/** Refetches the queries of a resource that changed on the server. */
function createRefetches(queryClient: QueryClient): Readonly<Record<ChangedResource, Coalesced>> {
  const invalidate = (...key: readonly string[]) =>
    queryClient.invalidateQueries({ queryKey: [USER_QUERIES, ...key] });
  const refetches = CHANGED_RESOURCES.map((resource) => {
    const refetch = () =>
      Promise.all([
        invalidate(resource),
        ...(ALSO_REFETCHED[resource] ?? []).map((key) => invalidate(...key)),
      ]);
    return [resource, coalesce(refetch, REFETCH_INTERVAL_MS)] as const;
  });
  return Object.fromEntries(refetches) as Record<ChangedResource, Coalesced>;
}

/** Keeps the live connection while a user is signed in, and invalidates the queries that its messages affect. */
export function LiveConnectionProvider({ children }: { readonly children: ReactNode }) {
  const client = useClient();
  const queryClient = useQueryClient();
  const { uid, mapRefreshTime, permission, roles } = useSession();
  const language = useLanguage();
  const { message } = App.useApp();
  const live = useRef<Live | null>(null);
  const [listState, setListState] = useState<LiveControl['listState']>('loading');
  const [canAdd, setCanAdd] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const showError = useRef((_error: unknown) => {});
  const trafficArea = useRef<FeedArea | null>(null);
  const refreshInterval = useRef(mapRefreshTime);
  useEffect(() => {
    refreshInterval.current = mapRefreshTime;
    live.current?.setRefresh(mapRefreshTime);
  }, [mapRefreshTime]);
  const rights = JSON.stringify([permission, roles]);
  const listedRights = useRef(rights);
  useEffect(() => {
    if (listedRights.current === rights) return;
    listedRights.current = rights;
    live.current?.reloadList();
  }, [rights]);
  useEffect(() => {
    showError.current = (error) => message.error(errorText(error, language));
  }, [message, language]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another user or a retry starts another connection
  useEffect(() => {
    setListState('loading');
    const refetches = createRefetches(queryClient);
    const stopController = new AbortController();
    const { signal } = stopController;
    let started: Live | null = null;
    let stopSaving = () => {};
    const overviewController = new AbortController();
    const showFirstOverview = () => {
      const overview = takeFirstOverview(uid);
      if (overview !== null)
        void awaitOverview(overview, AbortSignal.any([signal, overviewController.signal]));
      return overview !== null;
    };
    // The list needs them; the page that contains it is rendered later.
    void queryClient.prefetchQuery(groupsQuery(client));
    // A new browser has requested it, and has no picture.
    const isRequested = showFirstOverview();
    const start = () =>
      startLive({
        client,
        url: getSocketUrl(),
        cursor: null,
        refresh: refreshInterval.current,
        onGroups: () => void queryClient.invalidateQueries({ queryKey: [USER_QUERIES, 'groups'] }),
        onNotices: () => void queryClient.invalidateQueries({ queryKey: [USER_QUERIES, 'notices'] }),
        onRights() {
          void queryClient.invalidateQueries({ queryKey: SESSION_KEY });
          // Every response contains the user's abilities.
          void queryClient.invalidateQueries({ queryKey: [USER_QUERIES] });
        },
        onChanged: (resource) => refetches[resource].request(),
        onCourses: publishCourses,
        onRefused(refusal) {
          if (refusal === 'session-gone') expireSession(queryClient);
        },
        onListLoaded(abilities) {
          setListState('ready');
          setCanAdd(abilities.add);
          endPicture();
          overviewController.abort(new Error('list loaded'));
          endOverview();
          stopSaving();
          stopSaving = startSavingPicture({
            uid,
            store: liveStore,
            getAsOf: () => liveStore.getFreshness().asOf,
            getResponses: () => getResponses(queryClient),
          });
          // The page was opened without network: now the server can confirm the session.
          if (queryClient.getQueryData(SESSION_STORED_KEY) === true) {
            void queryClient.invalidateQueries({ queryKey: SESSION_KEY });
            void queryClient.invalidateQueries({ queryKey: [USER_QUERIES] });
          }
        },
        onListFailed(error) {
          setListState((current) => (current === 'ready' ? current : 'failed'));
          showError.current(error);
        },
      });
    const restored =
      liveStore.getIds().length > 0 ? Promise.resolve(null) : restorePicture(uid, liveStore, signal);
    void restored
      .catch((error: unknown) => {
        reportError(error);
        return null;
      })
      .then((picture) => {
        if (signal.aborted) return;
        if (picture !== null) restoreResponses(queryClient, picture.responses);
        // The counts of an incomplete picture would be too small.
        const isComplete = picture === null ? liveStore.getIds().length > 0 : !picture.isIncomplete;
        if (!isRequested && !isComplete) {
          requestFirstOverview(client, uid, getFirstLiveArea());
          showFirstOverview();
        }
        started = start();
        live.current = started;
        started.setTraffic(trafficArea.current);
      });
    return () => {
      stopController.abort(new Error('live stopped'));
      stopSaving();
      for (const { stop } of Object.values(refetches)) stop();
      // After the session has expired the screens stay for the same user and need the live state.
      const isExpired = queryClient.getQueryData(SESSION_KEY) === null && getTabOwner() === uid;
      if (isExpired) started?.pause();
      else {
        if (started === null) liveStore.clear();
        started?.stop();
        endPicture();
        endOverview();
      }
    };
  }, [client, queryClient, uid, attempt]);

  useOpenDeviceBySim(listState === 'ready');

  const setTraffic = useCallback((area: FeedArea | null) => {
    trafficArea.current = area;
    live.current?.setTraffic(area);
  }, []);
  const control = useMemo<LiveControl>(
    () => ({
      listState,
      canAdd,
      retryNow: () => live.current?.retryNow(),
      setTraffic,
      reload: () => setAttempt((last) => last + 1),
    }),
    [listState, canAdd, setTraffic],
  );
  return <LiveControlContext value={control}>{children}</LiveControlContext>;
}
