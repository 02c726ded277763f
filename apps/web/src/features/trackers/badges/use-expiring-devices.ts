import { useQuery } from '@tanstack/react-query';
import { serverNow } from '../../../live/live-store.ts';
import { useClient } from '../../../service/client.ts';
import { USER_QUERIES } from '../../../service/session.ts';

/** The first notice about the end of a validity is sent this number of days before. */
export const EXPIRING_DAYS = 30;
const DAY_MS = 86_400_000;
const REFRESH_MS = 10 * 60_000;

/** Number of devices that are not expired and whose validity ends within 30 days. */
export function useExpiringDevices(): number {
  const client = useClient();
  const { data } = useQuery({
    // Below the key of the device table, so that a renewal counts again.
    queryKey: [USER_QUERIES, 'devices', 'expiring'],
    queryFn: ({ signal }) =>
      client.call(
        'queryDeviceDtosByPage',
        {
          deviceFilter: {
            activations: ['activated', 'unactivated'],
            validBefore: serverNow() + EXPIRING_DAYS * DAY_MS,
          },
          pageSize: 1,
        },
        { signal },
      ),
    staleTime: REFRESH_MS,
    refetchInterval: REFRESH_MS,
  });
  return data?.total ?? 0;
}
