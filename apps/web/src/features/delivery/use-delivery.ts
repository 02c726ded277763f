import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { PayloadInput } from '@wakeline/contract/operation';
import type { OperationName, Operations } from '@wakeline/contract/operations';
import { DELIVERIES_KEY as KEY } from '../../parts/delivery/use-subscriptions.ts';
import { useClient } from '../../service/client.ts';

export function useRecipients() {
  const client = useClient();
  return useQuery({
    queryKey: [...KEY, 'recipients'],
    queryFn: ({ signal }) => client.call('queryRecipients', {}, { signal }),
  });
}

/** A page of the messages. */
export function useMessages(request: PayloadInput<Operations['queryDeliveries']>) {
  const client = useClient();
  return useQuery({
    queryKey: [...KEY, 'messages', request],
    queryFn: ({ signal }) => client.call('queryDeliveries', request, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** Milliseconds between two looks at the counters of targets, which change all the time. */
const TARGETS_INTERVAL = 10_000;

export function useForwardTargets() {
  const client = useClient();
  return useQuery({
    queryKey: [...KEY, 'targets'],
    queryFn: ({ signal }) => client.call('queryForwardTargets', {}, { signal }),
    refetchInterval: TARGETS_INTERVAL,
  });
}

type Change = Extract<
  OperationName,
  | 'addRecipient'
  | 'editRecipient'
  | 'removeRecipient'
  | 'sendAddressCode'
  | 'confirmAddress'
  | 'sendTestMessage'
  | 'addSubscription'
  | 'editSubscription'
  | 'removeSubscription'
  | 'retryDeliveries'
  | 'addForwardTarget'
  | 'editForwardTarget'
  | 'removeForwardTarget'
  | 'testForwardTarget'
>;

/** An operation that changes recipients, subscriptions or messages, and reloads the lists. */
export function useDeliveryChange<Name extends Change>(name: Name) {
  const client = useClient();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (payload: PayloadInput<Operations[Name]>) => client.call(name, payload),
    onSettled: () => queryClient.invalidateQueries({ queryKey: KEY }),
  });
}
