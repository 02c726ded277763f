import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ResultOf } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import { wrapLng } from '@wakeline/domain/geo/web-mercator';
import { useEffect, useState } from 'react';
import { useLanguage } from '../../../i18n/i18n.ts';
import type { MapView } from '../../../map/map-view.ts';
import { useClient } from '../../../service/client.ts';
import { USER_QUERIES } from '../../../service/session.ts';

export type SearchResult = ResultOf<Operations['geoLocInfoWithKeywords']>['list'][number];

export interface PlaceSearch {
  /** Null without a query, or until the first response. */
  readonly list: readonly SearchResult[] | null;
  readonly state: 'idle' | 'pending' | 'ready' | 'failed';
  readonly error: unknown;
  reload(): void;
}

/** Debounce time in milliseconds. */
const DEBOUNCE_MS = 250;
const MAX_QUERY_LENGTH = 100;

/** Debounced search for a text; results near the centre of the map come first. */
export function usePlaceSearch(view: MapView, text: string): PlaceSearch {
  const client = useClient();
  const language = useLanguage();
  const query = text.trim().slice(0, MAX_QUERY_LENGTH);
  const [debounced, setDebounced] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(query), query === '' ? 0 : DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [query]);

  const { data, error, isError, isPlaceholderData, refetch } = useQuery({
    queryKey: [USER_QUERIES, 'places', language, debounced],
    queryFn: ({ signal }) =>
      client.call('geoLocInfoWithKeywords', { keywords: debounced, ...visibleCenter(view) }, { signal }),
    enabled: debounced !== '',
    placeholderData: keepPreviousData,
    // Results may have been moved or removed since.
    staleTime: 10_000,
    retry: false,
  });
  if (query === '' || debounced === '')
    return { list: null, state: query === '' ? 'idle' : 'pending', error, reload };
  const state = isError
    ? 'failed'
    : data === undefined || isPlaceholderData || debounced !== query
      ? 'pending'
      : 'ready';
  return { list: data?.list ?? null, state, error, reload };

  function reload(): void {
    void refetch();
  }
}

function visibleCenter(view: MapView): { latitude: number; longitude: number } {
  const { left, top, right, bottom } = view.getFreeArea();
  const { lng, lat } = view.unproject({ x: (left + right) / 2, y: (top + bottom) / 2 });
  return { latitude: Math.min(90, Math.max(-90, lat)), longitude: wrapLng(lng) };
}
