import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ResultOf } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import { wrapLng } from '@wakeline/domain/geo/web-mercator';
import { useEffect, useState } from 'react';
import { useLanguage } from '../../../i18n/i18n.ts';
import type { MapView } from '../../../map/map-view.ts';
import { useClient } from '../../../service/client.ts';
import { MINE } from '../../../service/session.ts';

export type FoundPlace = ResultOf<Operations['geoLocInfoWithKeywords']>['list'][number];

export interface PlaceSearch {
  /** Null while nothing is asked for, or nothing has come yet. */
  readonly list: readonly FoundPlace[] | null;
  readonly state: 'idle' | 'pending' | 'ready' | 'failed';
  readonly error: unknown;
  reload(): void;
}

/** So long nobody types any more: milliseconds. */
const PAUSE = 250;
const LONGEST = 100;

/** What is found for a text, some time after it was last changed; what is near the middle of the map comes first. */
export function usePlaceSearch(view: MapView, text: string): PlaceSearch {
  const client = useClient();
  const language = useLanguage();
  const wanted = text.trim().slice(0, LONGEST);
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(wanted), wanted === '' ? 0 : PAUSE);
    return () => clearTimeout(timer);
  }, [wanted]);

  const { data, error, isError, isPlaceholderData, refetch } = useQuery({
    queryKey: [MINE, 'places', language, asked],
    queryFn: ({ signal }) =>
      client.call('geoLocInfoWithKeywords', { keywords: asked, ...middleOf(view) }, { signal }),
    enabled: asked !== '',
    placeholderData: keepPreviousData,
    // What was found a moment ago may have been moved or removed since.
    staleTime: 10_000,
    retry: false,
  });
  if (wanted === '' || asked === '')
    return { list: null, state: wanted === '' ? 'idle' : 'pending', error, reload };
  const state = isError
    ? 'failed'
    : data === undefined || isPlaceholderData || asked !== wanted
      ? 'pending'
      : 'ready';
  return { list: data?.list ?? null, state, error, reload };

  function reload(): void {
    void refetch();
  }
}

function middleOf(view: MapView): { latitude: number; longitude: number } {
  const { left, top, right, bottom } = view.freeArea();
  const { lng, lat } = view.unproject({ x: (left + right) / 2, y: (top + bottom) / 2 });
  return { latitude: Math.min(90, Math.max(-90, lat)), longitude: wrapLng(lng) };
}
