import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useClient } from '../../../service/client.ts';
import { SATELLITE_QUERIES } from '../use-accounts.ts';
import { useSatellitePage } from '../use-satellite-page.ts';

/** Terminals of one search. */
const PAGE_SIZE = 50;

/** Terminals of the page whose name, card number or note contains the keywords. */
export function useTerminals(keywords: string, enabled = true) {
  const client = useClient();
  const { filter } = useSatellitePage();
  return useQuery({
    queryKey: [...SATELLITE_QUERIES, 'terminals', keywords, filter],
    queryFn: ({ signal }) =>
      client.call('queryBdUsers', { keywords, ...filter, pageIndex: 1, pageSize: PAGE_SIZE }, { signal }),
    placeholderData: keepPreviousData,
    enabled,
  });
}
