import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { PayloadInput } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import { useClient } from '../../../service/client.ts';
import { USER_QUERIES } from '../../../service/session.ts';

/** Refetched when a feed of the account changes. */
const KEY = [USER_QUERIES, 'feeds'] as const;
/** Milliseconds between two loads: rates and counters change all the time. */
const REFRESH_INTERVAL = 3_000;

/** The feeds of the account with their connections. */
export function useFeeds() {
  const client = useClient();
  return useQuery({
    queryKey: [...KEY, 'all'],
    queryFn: ({ signal }) => client.call('queryFeeds', {}, { signal }),
    refetchInterval: REFRESH_INTERVAL,
  });
}

export interface TrafficRequest {
  readonly feedId: number;
  readonly keywords: string;
  readonly pageIndex: number;
  readonly pageSize: number;
}

/** A page of the objects of a feed that are no devices. */
export function useFeedTraffic(request: TrafficRequest) {
  const client = useClient();
  return useQuery({
    queryKey: [...KEY, 'traffic', request],
    queryFn: ({ signal }) => client.call('queryFeedTraffic', request, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_INTERVAL,
  });
}

export function useReloadFeeds(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: KEY });
}

export type FeedChange =
  | { readonly kind: 'add'; readonly feed: PayloadInput<Operations['addFeed']> }
  | { readonly kind: 'edit'; readonly feed: PayloadInput<Operations['editFeed']> }
  | { readonly kind: 'remove'; readonly feedId: number };

export function useChangeFeed() {
  const client = useClient();
  const reload = useReloadFeeds();
  return useMutation({
    async mutationFn(change: FeedChange): Promise<void> {
      if (change.kind === 'add') await client.call('addFeed', change.feed);
      else if (change.kind === 'edit') await client.call('editFeed', change.feed);
      else await client.call('removeFeed', { feedId: change.feedId });
    },
    onSettled: reload,
  });
}
