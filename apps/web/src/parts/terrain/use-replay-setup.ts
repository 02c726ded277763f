import { useQuery } from '@tanstack/react-query';
import type { ReplaySetup } from '@wakeline/contract/replay/tracks';
import { useClient } from '../../service/client.ts';

/** The operator's setup for replays; undefined: not loaded yet, null: loading failed. */
export function useReplaySetup(): ReplaySetup | null | undefined {
  const client = useClient();
  const { data, isError } = useQuery({
    queryKey: ['mine', 'replaySetup'],
    queryFn: ({ signal }) => client.call('queryReplaySetup', {}, { signal }),
    // It changes only with a restart of the server.
    staleTime: Number.POSITIVE_INFINITY,
  });
  return isError ? null : data;
}
