import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../../../service/client.ts';
import { USER_QUERIES } from '../../../../service/session.ts';

const REFRESH_MS = 30_000;

/** One device with the name of its group and its address. Its key is below that of the device table. */
export function useDevice(trackerId: number) {
  const client = useClient();
  return useQuery({
    queryKey: [USER_QUERIES, 'devices', 'one', trackerId],
    queryFn: ({ signal }) => client.call('queryTrackerData', { trackerId }, { signal }),
    retry: false,
    // The live connection has no attributes of reports.
    refetchInterval: REFRESH_MS,
  });
}
