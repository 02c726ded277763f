import { useQuery } from '@tanstack/react-query';
import type { Notice } from '@wakeline/contract/entities/notice';
import { useMemo } from 'react';
import { useClient } from '../../../service/client.ts';
import { USER_QUERIES } from '../../../service/session.ts';

/** A notice with a position on the track. */
export interface TrackNotice
  extends Omit<Notice, 'address' | 'isRead' | 'handling' | 'location' | 'eventTime' | 'eventTimeStr'> {
  readonly location: NonNullable<Notice['location']>;
}

export interface TrackNotices {
  readonly list: readonly TrackNotice[];
  /** Whether there are more than the limit. */
  readonly more: boolean;
  readonly error: unknown;
}

const NO_NOTICES: readonly TrackNotice[] = [];

/**
 * The notices of a device between two times (epoch ms) that have a position, oldest first; null disables the request.
 */
export function useTrackNotices(
  request: { readonly trackerId: number; readonly start: number; readonly end: number } | null,
): TrackNotices {
  const client = useClient();
  const { trackerId = 0, start = 0, end = 0 } = request ?? {};
  const { data, error } = useQuery({
    queryKey: [USER_QUERIES, 'trackNotices', trackerId, start, end],
    queryFn: ({ signal }) =>
      client.call(
        'queryTrackNotices',
        { trackerIds: [trackerId], startTime: start, endTime: end },
        { signal },
      ),
    enabled: request !== null,
    staleTime: 60_000,
    retry: false,
  });
  const list = useMemo(
    () =>
      data?.list.flatMap(({ location, ...notice }) => (location === null ? [] : [{ ...notice, location }])),
    [data],
  );
  return { list: request === null ? NO_NOTICES : (list ?? NO_NOTICES), more: data?.more ?? false, error };
}
