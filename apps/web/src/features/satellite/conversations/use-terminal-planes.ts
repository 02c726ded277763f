import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { LIMITS } from '@wakeline/contract/limits';
import type { TerminalPlane } from '@wakeline/contract/satellite/planes';
import { useClient } from '../../../service/client.ts';
import { useSession } from '../../../service/session.ts';
import { ROLE_OF_PAGE } from '../page-function.ts';
import { SATELLITE_QUERIES } from '../use-accounts.ts';
import { useSatellitePage } from '../use-satellite-page.ts';

/** Milliseconds: flights change their state meanwhile. */
const REFRESH_MS = 60_000;
const NONE: ReadonlyMap<number, TerminalPlane> = new Map();

/**
 * The planes on which these terminals are, by communication account. Empty on the pages of other functions, and for users
 * without that of planes.
 */
export function useTerminalPlanes(bdUserIds: readonly number[]): ReadonlyMap<number, TerminalPlane> {
  const client = useClient();
  const { roles } = useSession();
  const { page } = useSatellitePage();
  const isOffered =
    (page === 'plane' || page === null) && roles.some(({ name }) => name === ROLE_OF_PAGE.plane);
  const ids = bdUserIds.toSorted((a, b) => a - b).slice(0, LIMITS.satelliteReceivers);
  const { data } = useQuery({
    queryKey: [...SATELLITE_QUERIES, 'planes', ids],
    queryFn: ({ signal }) => client.call('queryTerminalPlanes', { bdUserIds: ids }, { signal }),
    select: ({ list }) => new Map(list.map((plane) => [plane.bdUserId, plane])),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
    enabled: isOffered && ids.length > 0,
  });
  return (isOffered ? data : undefined) ?? NONE;
}
