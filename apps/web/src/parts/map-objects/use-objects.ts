import { type QueryObserverResult, useQuery } from '@tanstack/react-query';
import type { MapObjectKind } from '@wakeline/contract/entities/map-object';
import { useMemo } from 'react';
import { nameOrder } from '../../format/collator.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { useClient } from '../../service/client.ts';
import { MINE } from '../../service/session.ts';
import { type MapObject, ofFence, ofLabelPoint, ofRoute, QUERY_OF } from './map-object.ts';
import { useObjectsStore } from './objects-store.ts';

export interface Objects {
  /** By name, as the reader's language has it. */
  readonly list: readonly MapObject[];
  readonly mayAdd: boolean;
  readonly state: 'pending' | 'failed' | 'ready';
  readonly error: unknown;
  reload(): Promise<unknown>;
}

/** How the queries of all kinds are made: thousands of shapes are not compared one by one with those before. */
function useListQuery<Answer>(kind: MapObjectKind, ask: (signal: AbortSignal) => Promise<Answer>) {
  const changing = useObjectsStore((state) => state.changing);
  return useQuery({
    queryKey: [MINE, QUERY_OF[kind]],
    queryFn: ({ signal }) => ask(signal),
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
    enabled: !changing,
  });
}

export function useFenceQuery() {
  const client = useClient();
  return useListQuery('fence', (signal) => client.call('queryAllFences', {}, { signal }));
}

export function useLabelPointQuery() {
  const client = useClient();
  return useListQuery('labelPoint', (signal) => client.call('queryAllLabelPoints', {}, { signal }));
}

export function useRouteQuery() {
  const client = useClient();
  return useListQuery('route', (signal) => client.call('queryAllRoutes', {}, { signal }));
}

interface ListAnswer<One> {
  readonly list: readonly One[];
  readonly abilities: { readonly add: boolean };
}

function useSorted<One>(
  { data, error, isError, refetch }: QueryObserverResult<ListAnswer<One>>,
  make: (one: One) => MapObject,
): Objects {
  const language = useLanguage();
  const list = useMemo(() => {
    const compare = nameOrder(language);
    return (data?.list ?? []).map(make).sort((a, b) => compare(a.name, b.name) || a.id - b.id);
  }, [data, make, language]);
  const state = data !== undefined ? 'ready' : isError ? 'failed' : 'pending';
  return { list, mayAdd: data?.abilities.add ?? false, state, error, reload: refetch };
}

const HOOKS = {
  fence: () => useSorted(useFenceQuery(), ofFence),
  labelPoint: () => useSorted(useLabelPointQuery(), ofLabelPoint),
  route: () => useSorted(useRouteQuery(), ofRoute),
} as const satisfies Record<MapObjectKind, () => Objects>;

/** All objects of a kind that the user may see. A part asks for one kind as long as it stands. */
export function useObjects(kind: MapObjectKind): Objects {
  return HOOKS[kind]();
}
