import { useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useLanguage } from '../i18n/i18n.ts';
import { type Live, startLive } from '../live/live-store.ts';
import { type LiveControl, LiveControlContext } from '../parts/freshness/live-control.ts';
import { getServicePrefix, useClient } from '../service/client.ts';
import { errorText } from '../service/error-text.ts';
import { expireSession, SESSION_KEY, USER_QUERIES, useSession } from '../service/session.ts';
import { getTabOwner } from '../service/tab-storage.ts';
import { useOpenDeviceBySim } from './use-open-device-by-sim.ts';

function getSocketUrl(): string {
  const url = new URL(`${getServicePrefix()}/socket`, location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return url.href;
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
    const started = startLive({
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
      onChanged(resource) {
        void queryClient.invalidateQueries({ queryKey: [USER_QUERIES, resource] });
        // The number of finished tasks is part of the unread counts.
        if (resource === 'tasks')
          void queryClient.invalidateQueries({ queryKey: [USER_QUERIES, 'notices', 'unread'] });
      },
      onRefused(refusal) {
        if (refusal === 'session-gone') expireSession(queryClient);
      },
      onListLoaded(abilities) {
        setListState('ready');
        setCanAdd(abilities.add);
      },
      onListFailed(error) {
        setListState((current) => (current === 'ready' ? current : 'failed'));
        showError.current(error);
      },
    });
    live.current = started;
    return () => {
      // After the session has expired the screens stay for the same user and need the live state.
      if (queryClient.getQueryData(SESSION_KEY) === null && getTabOwner() === uid) started.pause();
      else started.stop();
    };
  }, [client, queryClient, uid, attempt]);

  useOpenDeviceBySim(listState === 'ready');

  const control = useMemo<LiveControl>(
    () => ({
      listState,
      canAdd,
      retryNow: () => live.current?.retryNow(),
      reload: () => setAttempt((last) => last + 1),
    }),
    [listState, canAdd],
  );
  return <LiveControlContext value={control}>{children}</LiveControlContext>;
}
