import { useQuery } from '@tanstack/react-query';
import type { Notice } from '@wakeline/contract/entities/notice';
import { useMemo } from 'react';
import { useClient } from '../../../service/client.ts';
import { USER_QUERIES } from '../../../service/session.ts';

/** A notice that has a place on the track. */
export interface TrackNotice extends Omit<Notice, 'address' | 'isRead' | 'location'> {
  readonly location: NonNullable<Notice['location']>;
}

export interface TrackNotices {
  readonly list: readonly TrackNotice[];
  /** Whether there were more than can be shown. */
  readonly more: boolean;
  readonly error: unknown;
}

const NO_NOTICES: readonly TrackNotice[] = [];

/** The notices of a device between two times (epoch ms), with a place, oldest first; null asks for none. */
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
