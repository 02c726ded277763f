import { useQuery } from '@tanstack/react-query';
import type { ResultOf } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import { useClient } from '../../service/client.ts';
import { MINE } from '../../service/session.ts';

export type Groups = ResultOf<Operations['queryAllGroups']>;

const NONE: Groups = { list: [], total: 0, abilities: { add: false } };

/** The groups that the user may see; none while they are being asked for. */
export function useGroups(): Groups {
  const client = useClient();
  const { data } = useQuery({
    queryKey: [MINE, 'groups'],
    queryFn: ({ signal }) => client.call('queryAllGroups', {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data ?? NONE;
}
