import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Client } from '@wakeline/client/client';
import type { ResultOf } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import { useMemo } from 'react';
import { createNameComparator } from '../../format/collator.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { useClient } from '../../service/client.ts';
import { USER_QUERIES } from '../../service/session.ts';

type GroupsResult = ResultOf<Operations['queryAllGroups']>;

export interface Groups extends Pick<GroupsResult, 'abilities'> {
  /** Sorted by name, as devices are. */
  readonly list: readonly GroupsResult['list'][number][];
  readonly pending: boolean;
  /** Loading failed: whether there are groups is unknown. */
  readonly failed: boolean;
  reload(): void;
}

const NO_GROUPS: GroupsResult = { list: [], total: 0, abilities: { add: false, addTop: false } };

/** The groups that the user can see. The live connection refetches them when they change. */
export function groupsQuery(client: Client) {
  return queryOptions({
    queryKey: [USER_QUERIES, 'groups'],
    queryFn: ({ signal }) => client.call('queryAllGroups', {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The groups that the user can see; empty while loading. */
export function useGroups(): Groups {
  const client = useClient();
  const language = useLanguage();
  const { data, isError, isPending, refetch } = useQuery(groupsQuery(client));
  const { list, abilities } = data ?? NO_GROUPS;
  const sorted = useMemo(() => {
    const compare = createNameComparator(language);
    return [...list].sort((a, b) => compare(a.gn, b.gn) || a.groupId - b.groupId);
  }, [list, language]);
  return {
    list: sorted,
    abilities,
    pending: isPending,
    failed: isError && data === undefined,
    reload: refetch,
  };
}
