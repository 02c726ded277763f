import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../../../service/client.ts';
import { USER_QUERIES } from '../../../../service/session.ts';

/** The connection and the last messages of a device, as of the last load. */
export function useMessages(trackerId: number) {
  const client = useClient();
  return useQuery({
    queryKey: [USER_QUERIES, 'device-messages', trackerId],
    queryFn: ({ signal }) => client.call('loadGPSTrackerMsg', { trackerId }, { signal }),
    staleTime: 0,
  });
}
