import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { PayloadInput } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import type { SatelliteMessage } from '@wakeline/contract/satellite/messages';
import { useTaskStarted } from '../../../parts/tasks/use-task-started.ts';
import { useClient } from '../../../service/client.ts';
import { SATELLITE_QUERIES } from '../use-accounts.ts';

type Cursor = Pick<SatelliteMessage, 'createTime' | 'messageId'>;
type Query = 'queryHistoryEobBdMsgs' | 'queryEobBdMsgs';

/** The pages of a list of messages that are loaded, newest first. */
export function useMessagePages<Name extends Query>(
  name: Name,
  filter: Omit<PayloadInput<Operations[Name]>, 'uid' | 'pageSize' | 'before'>,
  options: { readonly pageSize: number; readonly keepPrevious: boolean },
) {
  const client = useClient();
  const query = useInfiniteQuery({
    queryKey: [...SATELLITE_QUERIES, name, filter, options.pageSize],
    queryFn: ({ pageParam, signal }) => {
      const page = { pageSize: options.pageSize, ...(pageParam === null ? {} : { before: pageParam }) };
      return name === 'queryEobBdMsgs'
        ? client.call('queryEobBdMsgs', { ...filter, ...page }, { signal })
        : client.call('queryHistoryEobBdMsgs', { ...filter, ...page }, { signal });
    },
    initialPageParam: null as Cursor | null,
    getNextPageParam: ({ next }) => next,
    ...(options.keepPrevious ? { placeholderData: keepPreviousData } : {}),
  });
  return { ...query, messages: query.data?.pages.flatMap(({ list }) => list) };
}

/** A message with its transmissions and the changes of their states. */
export function useMessageSteps(messageId: number | null) {
  const client = useClient();
  return useQuery({
    queryKey: [...SATELLITE_QUERIES, 'steps', messageId],
    queryFn: ({ signal }) => client.call('queryEobBdMsgSteps', { messageId: messageId ?? 0 }, { signal }),
    enabled: messageId !== null,
  });
}

/** An operation that changes messages, and reloads them. */
export function useMessageChange<Name extends 'sendEobBdMsg' | 'cancelEobBdMsg' | 'resendEobBdMsg'>(
  name: Name,
) {
  const client = useClient();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (payload: PayloadInput<Operations[Name]>) => client.call(name, payload),
    onSettled: () => queryClient.invalidateQueries({ queryKey: SATELLITE_QUERIES }),
  });
}

/** Sends a text to many terminals as a batch task. */
export function useBatchSend() {
  const client = useClient();
  const onSuccess = useTaskStarted();
  return useMutation({
    mutationFn: (payload: PayloadInput<Operations['batchSendEobBdMsg']>) =>
      client.call('batchSendEobBdMsg', payload),
    onSuccess,
  });
}
