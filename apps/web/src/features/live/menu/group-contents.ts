import type { QueryClient } from '@tanstack/react-query';
import type { Client } from '@wakeline/client/client';
import type { TFunction } from 'i18next';
import { MINE } from '../../../service/session.ts';

const KINDS = ['fences', 'labelPoints', 'routes'] as const;

/** How many objects lie in a group itself. */
export type GroupContents = Readonly<Record<(typeof KINDS)[number], number>>;

/** Counted in the lists that the console has; what it does not have yet is asked for. */
export async function contentsOf(
  client: Client,
  queries: QueryClient,
  groupId: number,
): Promise<GroupContents> {
  const count = ({ list }: { readonly list: readonly { readonly groupId: number | null }[] }) =>
    list.filter((one) => one.groupId === groupId).length;
  const ofLists = { staleTime: Number.POSITIVE_INFINITY };
  const [fences, labelPoints, routes] = await Promise.all([
    queries.fetchQuery({
      ...ofLists,
      queryKey: [MINE, 'fences'],
      queryFn: ({ signal }) => client.call('queryAllFences', {}, { signal }),
    }),
    queries.fetchQuery({
      ...ofLists,
      queryKey: [MINE, 'labelPoints'],
      queryFn: ({ signal }) => client.call('queryAllLabelPoints', {}, { signal }),
    }),
    queries.fetchQuery({
      ...ofLists,
      queryKey: [MINE, 'routes'],
      queryFn: ({ signal }) => client.call('queryAllRoutes', {}, { signal }),
    }),
  ]);
  return { fences: count(fences), labelPoints: count(labelPoints), routes: count(routes) };
}

/** What becomes of what is in a group that is deleted. `parent` is the group that it lies in. */
export function whatGoes(
  contents: GroupContents,
  parent: string | undefined,
  t: TFunction<'trackers'>,
): string {
  const held = KINDS.filter((kind) => contents[kind] > 0)
    .map((kind) => t(`groupHolds.${kind}`, { count: contents[kind] }))
    .join(t('groupHolds.between'));
  const devices = parent === undefined ? t('groupRemoveText') : t('groupRemoveInto', { name: parent });
  if (held === '') return devices;
  return `${devices}${parent === undefined ? t('groupRemoveObjects', { held }) : t('groupMoveObjects', { held })}`;
}
