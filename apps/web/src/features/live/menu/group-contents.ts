import type { QueryClient } from '@tanstack/react-query';
import type { Client } from '@wakeline/client/client';
import type { TFunction } from 'i18next';
import { USER_QUERIES } from '../../../service/session.ts';

const KINDS = ['fences', 'labelPoints', 'routes'] as const;

/** How many objects lie in a group itself. */
export type GroupContents = Readonly<Record<(typeof KINDS)[number], number>>;

/** Counted in the lists that the console has; what it does not have yet is asked for. */
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

/** What becomes of what is in a group that is deleted. `parent` is the group that it lies in. */
export function describeRemoval(
  contents: GroupContents,
  parent: string | undefined,
  t: TFunction<'trackers'>,
): string {
  const contained = KINDS.filter((kind) => contents[kind] > 0)
    .map((kind) => t(`groupHolds.${kind}`, { count: contents[kind] }))
    .join(t('groupHolds.between'));
  const devices = parent === undefined ? t('groupRemoveText') : t('groupRemoveInto', { name: parent });
  if (contained === '') return devices;
  return `${devices}${parent === undefined ? t('groupRemoveObjects', { held: contained }) : t('groupMoveObjects', { held: contained })}`;
}
