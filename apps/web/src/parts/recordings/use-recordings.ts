import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { PayloadInput } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import { useClient } from '../../service/client.ts';
import { USER_QUERIES } from '../../service/session.ts';

/** Refetched when a device of the account has sent a recording, or one was deleted. */
const RECORDING_QUERIES = [USER_QUERIES, 'recordings'] as const;

/** A page of the recordings of a device, newest first. */
export function useRecordings(filter: PayloadInput<Operations['queryRecordings']>) {
  const client = useClient();
  return useQuery({
    queryKey: [...RECORDING_QUERIES, filter],
    queryFn: ({ signal }) => client.call('queryRecordings', filter, { signal }),
    placeholderData: keepPreviousData,
  });
}

export function useDeleteRecordings() {
  const client = useClient();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (recordings: PayloadInput<Operations['deleteRecordings']>) =>
      client.call('deleteRecordings', recordings),
    onSettled: () => queryClient.invalidateQueries({ queryKey: RECORDING_QUERIES }),
  });
}
