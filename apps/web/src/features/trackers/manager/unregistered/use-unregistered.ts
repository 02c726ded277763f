import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { LIMITS } from '@wakeline/contract/limits';
import type { ResultOf } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import { useClient } from '../../../../service/client.ts';
import { USER_QUERIES } from '../../../../service/session.ts';
import type { UnregisteredRequest } from './unregistered-request.ts';

const KEY = [USER_QUERIES, 'unregistered'] as const;
/** Milliseconds between two loads: the server stores what arrived every two seconds. */
const REFRESH_INTERVAL = 10_000;

/** A page of the devices that report but belong to no account. */
export function useUnregistered({ keywords, protocol, index, size }: UnregisteredRequest) {
  const client = useClient();
  return useQuery({
    queryKey: [...KEY, keywords, protocol, index, size],
    queryFn: ({ signal }) =>
      client.call(
        'queryUnregisteredDevices',
        { keywords, ...(protocol === null ? {} : { protocol }), pageIndex: index, pageSize: size },
        { signal },
      ),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_INTERVAL,
  });
}

/** Reloads the list after devices were registered. */
export function useReloadUnregistered(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: KEY });
}

export interface Registration {
  readonly imeis: readonly string[];
  readonly groupId: number | undefined;
  readonly model: string | undefined;
}

export type RegistrationFailure = ResultOf<Operations['batchAddTrackers']>['failed'][number];

/** Registers devices by their numbers. Each gets its number as its name. */
export function useRegister() {
  const client = useClient();
  return useMutation({
    async mutationFn({ imeis, groupId, model }: Registration) {
      const added: number[] = [];
      const failed: RegistrationFailure[] = [];
      for (let start = 0; start < imeis.length; start += LIMITS.batchTrackers) {
        const trackers = imeis
          .slice(start, start + LIMITS.batchTrackers)
          .map((imei) => ({ trackerName: imei, imei, groupId: groupId ?? null, model: model ?? '' }));
        const result = await client.call('batchAddTrackers', { trackers });
        added.push(...result.added.map(({ trackerId }) => trackerId));
        failed.push(...result.failed);
      }
      return { added, failed };
    },
  });
}
