import { useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useLanguage } from '../i18n/i18n.ts';
import { type Live, startLive } from '../live/live-store.ts';
import { type LiveControl, LiveControlContext } from '../parts/freshness/live-control.ts';
import { servicePrefix, useClient } from '../service/client.ts';
import { errorText } from '../service/error-text.ts';
import { endSession, MINE, SESSION_KEY, useSession } from '../service/session.ts';
import { tabOwner } from '../service/tab-memory.ts';
import { useSimVisit } from './use-sim-visit.ts';

function socketUrl(): string {
  const url = new URL(`${servicePrefix()}/socket`, location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return url.href;
}

/** Holds the live connection as long as a user is signed in, and passes on what it makes stale. */
export function LiveEdge({ children }: { readonly children: ReactNode }) {
  const client = useClient();
  const queries = useQueryClient();
  const { uid, mapRefreshTime, permission, roles } = useSession();
  const language = useLanguage();
  const { message } = App.useApp();
  const live = useRef<Live | null>(null);
  const [list, setList] = useState<LiveControl['list']>('loading');
  const [mayAdd, setMayAdd] = useState(false);
  const [round, setRound] = useState(0);
  const tell = useRef((_error: unknown) => {});
  const refresh = useRef(mapRefreshTime);
  useEffect(() => {
    refresh.current = mapRefreshTime;
    live.current?.setRefresh(mapRefreshTime);
  }, [mapRefreshTime]);
  const rights = JSON.stringify([permission, roles]);
  const listedWith = useRef(rights);
  useEffect(() => {
    if (listedWith.current === rights) return;
    listedWith.current = rights;
    live.current?.reloadList();
  }, [rights]);
  useEffect(() => {
    tell.current = (error) => message.error(errorText(error, language));
  }, [message, language]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another user or another try is another connection
  useEffect(() => {
    setList('loading');
    const started = startLive({
      client,
      url: socketUrl(),
      cursor: null,
      refresh: refresh.current,
      onGroups: () => void queries.invalidateQueries({ queryKey: [MINE, 'groups'] }),
      onNotices: () => void queries.invalidateQueries({ queryKey: [MINE, 'notices'] }),
      onRights() {
        void queries.invalidateQueries({ queryKey: SESSION_KEY });
        // What the user may do stands in every answer.
        void queries.invalidateQueries({ queryKey: [MINE] });
      },
      onChanged(what) {
        void queries.invalidateQueries({ queryKey: [MINE, what] });
        // Finished tasks are counted with the notices.
        if (what === 'tasks') void queries.invalidateQueries({ queryKey: [MINE, 'notices', 'unread'] });
      },
      onRefused(refusal) {
        if (refusal === 'session-gone') endSession(queries);
      },
      onListed(abilities) {
        setList('ready');
        setMayAdd(abilities.add);
      },
      onListFailed(error) {
        setList((shown) => (shown === 'ready' ? shown : 'failed'));
        tell.current(error);
      },
    });
    live.current = started;
    return () => {
      // Ended by itself: the screens are kept for the same user, and stand on the picture.
      if (queries.getQueryData(SESSION_KEY) === null && tabOwner() === uid) started.pause();
      else started.stop();
    };
  }, [client, queries, uid, round]);

  useSimVisit(list === 'ready');

  const control = useMemo<LiveControl>(
    () => ({
      list,
      mayAdd,
      retryNow: () => live.current?.retryNow(),
      reload: () => setRound((last) => last + 1),
    }),
    [list, mayAdd],
  );
  return <LiveControlContext value={control}>{children}</LiveControlContext>;
}
