import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../service/client.ts';

/** Milliseconds between two requests of the state: viewers wait for a stream to begin or to continue. */
const INTERVAL_MS = 3_000;

/** The video of a public event, as of the last few seconds. */
export function useEventVideo(code: string) {
  const client = useClient();
  return useQuery({
    queryKey: ['eventVideo', code],
    queryFn: ({ signal }) => client.call('queryEventVideo', { code }, { signal }),
    refetchInterval: INTERVAL_MS,
  });
}
