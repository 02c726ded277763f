import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../../service/client.ts';
import { USER_QUERIES, useSession } from '../../../service/session.ts';

const REFRESH_MS = 60_000;

/** Number of devices that report but belong to no account; 0 for users who may not see them. */
export function useUnregisteredCount(): number {
  const client = useClient();
  const { abilities } = useSession();
  const { data } = useQuery({
    // Below the key of the list, so that a registration counts again.
    queryKey: [USER_QUERIES, 'unregistered', 'count'],
    queryFn: ({ signal }) => client.call('queryUnregisteredDevices', { pageSize: 1 }, { signal }),
    enabled: abilities.unregistered,
    staleTime: REFRESH_MS,
    refetchInterval: REFRESH_MS,
  });
  return data?.total ?? 0;
}
