import { useQuery } from '@tanstack/react-query';
import type { Notice } from '@wakeline/contract/entities/notice';
import { useClient } from '../../service/client.ts';
import { USER_QUERIES } from '../../service/session.ts';

/** The newest SOS notice of a device, with its handling; null: none in the last 7 days, or not loaded yet. */
export function useSosAlarm(trackerId: number): {
  readonly notice: Notice | null;
  readonly canHandle: boolean;
} {
  const client = useClient();
  const { data } = useQuery({
    queryKey: [USER_QUERIES, 'notices', 'sos', trackerId],
    queryFn: ({ signal }) =>
      client.call('queryMsgByPage', { msgTypes: ['SOS'], trackerIds: [trackerId], pageSize: 1 }, { signal }),
  });
  return { notice: data?.list[0] ?? null, canHandle: data?.abilities.handle ?? false };
}
