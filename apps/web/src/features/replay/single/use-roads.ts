import { useQuery } from '@tanstack/react-query';
import type { Position } from 'geojson';
import { useMemo } from 'react';
import { useClient } from '../../../service/client.ts';
import { USER_QUERIES } from '../../../service/session.ts';

/** A track along the roads, from the operator's map matching service. */
export interface Roads {
  readonly lines: readonly Position[][];
  /** Number of fixes without a road. */
  readonly unmatched: number;
  readonly loading: boolean;
  readonly error: unknown;
}

const NO_LINES: readonly Position[][] = [];

/** The roads of a device's track between two times (epoch ms); null disables the request. */
export function useRoads(
  request: { readonly trackerId: number; readonly start: number; readonly end: number } | null,
): Roads {
  const client = useClient();
  const { trackerId = 0, start = 0, end = 0 } = request ?? {};
  const { data, error, isLoading } = useQuery({
    queryKey: [USER_QUERIES, 'roads', trackerId, start, end],
    queryFn: ({ signal }) =>
      client.call('matchTrack', { trackerId, startTime: start, endTime: end }, { signal }),
    enabled: request !== null,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const lines = useMemo(() => data?.lines.map(({ points }): Position[] => points), [data]);
  if (request === null) return { lines: NO_LINES, unmatched: 0, loading: false, error: null };
  return { lines: lines ?? NO_LINES, unmatched: data?.unmatched ?? 0, loading: isLoading, error };
}
