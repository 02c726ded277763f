import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { NamedError } from '@wakeline/contract/errors';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLanguage } from '../../i18n/i18n.ts';
import { scheduleFrame } from '../../live/schedule-frame.ts';
import { createTrackerStore } from '../../live/tracker-store.ts';
import { useClient } from '../../service/client.ts';
import { coalesce } from '../../service/coalesce.ts';
import { errorText } from '../../service/error-text.ts';
import { pollLink } from './poll-link.ts';
import { toReadBoxes } from './read-boxes.ts';
import { type ScreenGroup, type ScreenSource, ScreenSourceContext } from './screen-source.ts';
import { FIGURES_INTERVAL_MS, NOTICE_INTERVAL_MS } from './timing.ts';

interface LinkSourceProps {
  readonly code: string;
  /** The server's time at the opening, epoch milliseconds. */
  readonly openedAt: number;
  readonly groups: readonly ScreenGroup[];
  /** The group of boxes without one, during a tour. */
  readonly groupId: number | null;
  readonly onExpired: () => void;
  readonly onEdited: () => void;
  readonly children: ReactNode;
}

/** Boxes of a visitor: everything by the code of the link. */
export function LinkSource(props: LinkSourceProps) {
  const { code, openedAt, groups, groupId, onExpired, onEdited, children } = props;
  const client = useClient();
  const language = useLanguage();
  const queryClient = useQueryClient();
  const [store] = useState(() => createTrackerStore(scheduleFrame));
  const [statesAt, setStatesAt] = useState<number | null>(null);
  const offset = useRef(openedAt - Date.now());
  const now = useCallback(() => Date.now() + offset.current, []);
  const { data, error } = useQuery({
    queryKey: ['screenLink', code, 'figures', groupId],
    queryFn: ({ signal }) =>
      client.call('queryScreenLinkData', { code, ...(groupId === null ? {} : { groupId }) }, { signal }),
    refetchInterval: FIGURES_INTERVAL_MS,
    refetchIntervalInBackground: true,
    placeholderData: keepPreviousData,
    gcTime: FIGURES_INTERVAL_MS,
  });
  const latest = useRef({ onExpired, onEdited });
  latest.current = { onExpired, onEdited };
  const isExpired = error instanceof NamedError && error.errorName === 'share-gone';
  useEffect(() => {
    if (isExpired) latest.current.onExpired();
  }, [isExpired]);
  useEffect(() => {
    const key = ['screenLink', code, 'figures'];
    const refetch = coalesce(() => queryClient.invalidateQueries({ queryKey: key }), NOTICE_INTERVAL_MS);
    const stop = pollLink({
      client,
      code,
      store,
      onStates(serverTime) {
        offset.current = serverTime - Date.now();
        setStatesAt(serverTime);
      },
      onNotice: () => refetch.request(),
      onEdited: () => latest.current.onEdited(),
      onExpired: () => latest.current.onExpired(),
    });
    return () => {
      stop();
      refetch.stop();
    };
  }, [client, code, store, queryClient]);
  const source = useMemo(
    (): ScreenSource => ({
      store,
      isReady: statesAt !== null,
      groups,
      boxes: toReadBoxes(data),
      statesAt,
      figuresAt: data?.serverTime ?? null,
      failure: error === null ? null : errorText(error, language),
      now,
      hasLinks: false,
    }),
    [store, statesAt, groups, data, error, language, now],
  );
  return <ScreenSourceContext value={source}>{children}</ScreenSourceContext>;
}
