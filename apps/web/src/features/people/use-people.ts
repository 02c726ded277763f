import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { PayloadInput } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import { useClient } from '../../service/client.ts';
import { USER_QUERIES } from '../../service/session.ts';
import { type PersonRequest, toPersonFilter } from './person-request.ts';

/** Refetched when people change on the server. */
export const PEOPLE_QUERIES = [USER_QUERIES, 'people'] as const;

/** A page of the matching people. */
export function usePeople({ sort, descending, index, size, ...conditions }: PersonRequest) {
  const client = useClient();
  const filter = toPersonFilter(conditions);
  const direction = descending ? 'descending' : 'ascending';
  return useQuery({
    queryKey: [...PEOPLE_QUERIES, filter, sort, direction, index, size],
    queryFn: ({ signal }) =>
      client.call(
        'queryPeoplesByPage',
        { ...filter, sort, direction, pageIndex: index, pageSize: size },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
}

type Change = 'createPeople' | 'editPeople' | 'batchDeletePeople' | 'withdrawPeople' | 'restorePeople';

/** An operation that changes people, and reloads them. */
export function usePeopleChange<Name extends Change>(name: Name) {
  const client = useClient();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (payload: PayloadInput<Operations[Name]>) => client.call(name, payload),
    onSettled: () => queryClient.invalidateQueries({ queryKey: PEOPLE_QUERIES }),
  });
}
