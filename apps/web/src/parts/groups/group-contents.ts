import type { QueryClient } from '@tanstack/react-query';
import type { Client } from '@wakeline/client/client';
import type { TFunction } from 'i18next';
import { USER_QUERIES } from '../../service/session.ts';

const KINDS = ['fences', 'labelPoints', 'routes'] as const;

/** Number of objects directly in a group. */
export type GroupContents = Readonly<Record<(typeof KINDS)[number], number>>;

/** Counts in the cached lists; lists that are not cached are loaded. */
export async function fetchGroupContents(
  client: Client,
  queryClient: QueryClient,
  groupId: number,
): Promise<GroupContents> {
  const count = ({ list }: { readonly list: readonly { readonly groupId: number | null }[] }) =>
    list.filter((object) => object.groupId === groupId).length;
  const listOptions = { staleTime: Number.POSITIVE_INFINITY };
  const [fences, labelPoints, routes] = await Promise.all([
    queryClient.fetchQuery({
      ...listOptions,
      queryKey: [USER_QUERIES, 'fences'],
      queryFn: ({ signal }) => client.call('queryAllFences', {}, { signal }),
    }),
    queryClient.fetchQuery({
      ...listOptions,
      queryKey: [USER_QUERIES, 'labelPoints'],
      queryFn: ({ signal }) => client.call('queryAllLabelPoints', {}, { signal }),
    }),
    queryClient.fetchQuery({
      ...listOptions,
      queryKey: [USER_QUERIES, 'routes'],
      queryFn: ({ signal }) => client.call('queryAllRoutes', {}, { signal }),
    }),
  ]);
  return { fences: count(fences), labelPoints: count(labelPoints), routes: count(routes) };
}

/** Describes what happens to the content of a deleted group. `parent` is the name of its parent group. */
export function describeRemoval(
  contents: GroupContents,
  parent: string | undefined,
  t: TFunction<'trackers'>,
): string {
  const devices = parent === undefined ? t('groupRemoveText') : t('groupRemoveInto', { name: parent });
  return `${devices}${describeObjects(contents, parent, t)}`;
}

/** Describes what happens to the map objects of a deleted group, as a sentence that follows another; empty: none. */
export function describeObjects(
  contents: GroupContents,
  parent: string | undefined,
  t: TFunction<'trackers'>,
): string {
  const contained = KINDS.filter((kind) => contents[kind] > 0)
    .map((kind) => t(`groupHolds.${kind}`, { count: contents[kind] }))
    .join(t('groupHolds.between'));
  if (contained === '') return '';
  return parent === undefined
    ? t('groupRemoveObjects', { held: contained })
    : t('groupMoveObjects', { held: contained });
}
