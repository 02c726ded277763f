import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ScreenBox } from '@wakeline/contract/screens/screen-box';
import { type ReactNode, useEffect, useMemo } from 'react';
import { useLanguage } from '../../i18n/i18n.ts';
import { liveStore, serverNow, useFreshness } from '../../live/live-store.ts';
import { useGroups } from '../../parts/devices/use-groups.ts';
import { useLiveControl } from '../../parts/freshness/live-control.ts';
import { useClient } from '../../service/client.ts';
import { coalesce } from '../../service/coalesce.ts';
import { errorText } from '../../service/error-text.ts';
import { USER_QUERIES } from '../../service/session.ts';
import { toReadBoxes } from './read-boxes.ts';
import { type ScreenSource, ScreenSourceContext } from './screen-source.ts';
import { FIGURES_INTERVAL_MS, NOTICE_INTERVAL_MS } from './timing.ts';

const KEY = [USER_QUERIES, 'screenData'] as const;

interface OwnSourceProps {
  readonly boxes: readonly ScreenBox[];
  readonly hasLinks: boolean;
  readonly children: ReactNode;
}

/** Boxes of a signed-in user: states from the live store, figures once a minute and after each notice. */
export function OwnSource({ boxes, hasLinks, children }: OwnSourceProps) {
  const client = useClient();
  const language = useLanguage();
  const queryClient = useQueryClient();
  const freshness = useFreshness();
  const { listState } = useLiveControl();
  const groups = useGroups();
  const requested = useMemo(
    () => boxes.map(({ boxId, kind, groupId, options }) => ({ boxId, kind, groupId, options })),
    [boxes],
  );
  const { data, error } = useQuery({
    queryKey: [...KEY, requested],
    queryFn: ({ signal }) => client.call('queryScreenData', { boxes: requested }, { signal }),
    refetchInterval: FIGURES_INTERVAL_MS,
    refetchIntervalInBackground: true,
    placeholderData: keepPreviousData,
    // Boxes that are being edited have many keys.
    gcTime: FIGURES_INTERVAL_MS,
    enabled: requested.length > 0,
  });
  useEffect(() => {
    const refetch = coalesce(() => queryClient.invalidateQueries({ queryKey: KEY }), NOTICE_INTERVAL_MS);
    const stop = liveStore.subscribeLog(() => refetch.request());
    return () => {
      stop();
      refetch.stop();
    };
  }, [queryClient]);

  const { asOf, polledAt, clockOffset } = freshness;
  const receivedAt = asOf === null ? polledAt : Math.max(asOf, polledAt ?? asOf);
  const source = useMemo(
    (): ScreenSource => ({
      store: liveStore,
      isReady: listState === 'ready',
      groups: groups.list.map(({ groupId, parentId, gn }) => ({ groupId, parentId, groupName: gn })),
      boxes: toReadBoxes(data),
      statesAt: receivedAt === null ? null : receivedAt + clockOffset,
      figuresAt: data?.serverTime ?? null,
      failure: error === null ? null : errorText(error, language),
      now: serverNow,
      hasLinks,
    }),
    [listState, groups.list, data, error, receivedAt, clockOffset, language, hasLinks],
  );
  return <ScreenSourceContext value={source}>{children}</ScreenSourceContext>;
}
