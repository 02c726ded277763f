import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../service/client.ts';
import { USER_QUERIES } from '../../service/session.ts';

/** The models to choose from: those of the account, then the catalogue. */
export function useModels() {
  const client = useClient();
  return useQuery({
    queryKey: [USER_QUERIES, 'models', 'all'],
    queryFn: ({ signal }) => client.call('queryAllTrackModel', {}, { signal }),
    staleTime: 60_000,
    select: ({ list }) => list,
  });
}

/** The models of the visible devices with their counts, for filters. */
export function useUsedModels() {
  const client = useClient();
  return useQuery({
    queryKey: [USER_QUERIES, 'models', 'used'],
    queryFn: ({ signal }) => client.call('queryAllModels', {}, { signal }),
    select: ({ list }) => list,
  });
}
