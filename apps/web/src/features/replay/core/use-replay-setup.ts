import { useQuery } from '@tanstack/react-query';
import type { ReplaySetup } from '@wakeline/contract/replay/tracks';
import { useClient } from '../../../service/client.ts';

/** What the operator has set up for replays; undefined: not yet known, null: it could not be read. */
export function useReplaySetup(): ReplaySetup | null | undefined {
  const client = useClient();
  const { data, isError } = useQuery({
    queryKey: ['mine', 'replaySetup'],
    queryFn: ({ signal }) => client.call('queryReplaySetup', {}, { signal }),
    // It changes when the server is started again.
    staleTime: Number.POSITIVE_INFINITY,
  });
  return isError ? null : data;
}
