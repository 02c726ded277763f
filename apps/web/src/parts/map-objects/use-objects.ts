import { type QueryObserverResult, useQuery } from '@tanstack/react-query';
import type { MapObjectKind } from '@wakeline/contract/entities/map-object';
import { useMemo } from 'react';
import { createNameComparator } from '../../format/collator.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { useClient } from '../../service/client.ts';
import { USER_QUERIES } from '../../service/session.ts';
import {
  fenceToMapObject,
  labelPointToMapObject,
  type MapObject,
  QUERY_BY_KIND,
  routeToMapObject,
} from './map-object.ts';
import { useObjectsStore } from './objects-store.ts';

export interface Objects {
  /** Sorted by name in the user's language. */
  readonly list: readonly MapObject[];
  readonly canAdd: boolean;
  readonly state: 'pending' | 'failed' | 'ready';
  readonly error: unknown;
  reload(): Promise<unknown>;
}

/** Options common to all kinds: no structural sharing, because comparing thousands of shapes is expensive. */
function useListQuery<Result>(kind: MapObjectKind, fetchList: (signal: AbortSignal) => Promise<Result>) {
  const changing = useObjectsStore((state) => state.changing);
  return useQuery({
    queryKey: [USER_QUERIES, QUERY_BY_KIND[kind]],
    queryFn: ({ signal }) => fetchList(signal),
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

interface ListResult<Item> {
  readonly list: readonly Item[];
  readonly abilities: { readonly add: boolean };
}

function useSortedObjects<Item>(
  { data, error, isError, refetch }: QueryObserverResult<ListResult<Item>>,
  toMapObject: (item: Item) => MapObject,
): Objects {
  const language = useLanguage();
  const list = useMemo(() => {
    const compare = createNameComparator(language);
    return (data?.list ?? []).map(toMapObject).sort((a, b) => compare(a.name, b.name) || a.id - b.id);
  }, [data, toMapObject, language]);
  const state = data !== undefined ? 'ready' : isError ? 'failed' : 'pending';
  return { list, canAdd: data?.abilities.add ?? false, state, error, reload: refetch };
}

const HOOK_BY_KIND = {
  fence: () => useSortedObjects(useFenceQuery(), fenceToMapObject),
  labelPoint: () => useSortedObjects(useLabelPointQuery(), labelPointToMapObject),
  route: () => useSortedObjects(useRouteQuery(), routeToMapObject),
} as const satisfies Record<MapObjectKind, () => Objects>;

/** All objects of a kind that the user can see. `kind` must stay the same while a component is mounted. */
export function useObjects(kind: MapObjectKind): Objects {
  return HOOK_BY_KIND[kind]();
}
