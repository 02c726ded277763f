import { useQuery, useQueryClient } from '@tanstack/react-query';
import { LIMITS } from '@wakeline/contract/limits';
import { App } from 'antd';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { liveStore } from '../../live/live-store.ts';
import { useGroups } from '../../parts/devices/use-groups.ts';
import { useListVersions } from '../../parts/devices/use-sorted-trackers.ts';
import { useClient } from '../../service/client.ts';
import { errorText } from '../../service/error-text.ts';
import { MINE } from '../../service/session.ts';
import { changed, displayOfGroups, type GroupShow, parentsOf, type ShowChange } from './display.ts';

const KEY = [MINE, 'display'] as const;
const NOTHING: GroupShow = { groups: [], trackers: [] };

export interface ShownDevices {
  /** Those that the person took off his maps. A new set with each change. */
  readonly hidden: ReadonlySet<number>;
  /** How many of these are in each group and below it. */
  readonly hiddenIn: ReadonlyMap<number | null, number>;
  showTrackers(trackerIds: readonly number[], shown: boolean): void;
  /** Groups with all that is in and below them; null: devices in no group. */
  showGroups(groupIds: readonly (number | null)[], shown: boolean): void;
  /** Shows this group and hides all else. */
  only(groupId: number | null): void;
  showAll(): void;
}

function groupOf(trackerId: number): number | null | undefined {
  return liveStore.getTracker(trackerId)?.groupId;
}

/** The ticks of the list: what this user does not want on his maps, in every window the same. Drawn before the server has answered. */
export function useShownDevices(): ShownDevices {
  const { t } = useTranslation('live');
  const client = useClient();
  const queries = useQueryClient();
  const language = useLanguage();
  const { message } = App.useApp();
  const groups = useGroups().list;
  const { order } = useListVersions();
  const { data = NOTHING } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => client.call('queryGroupShow', {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  /** What was asked for and is not in the answer yet. */
  const [pending, setPending] = useState<readonly ShowChange[]>([]);
  const parents = useMemo(() => parentsOf(groups), [groups]);
  const show = useMemo(
    () => pending.reduce((before, change) => changed(before, change, { parents, groupOf }), data),
    [data, pending, parents],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: the store tells by the version that it holds something else
  const hidden = useMemo(() => hiddenTrackers(show, parents), [show, parents, order]);
  const hiddenIn = useMemo(() => countByGroup(hidden, parents), [hidden, parents]);

  /** One change after the other, so that the last one holds. */
  const queue = useRef<Promise<void>>(Promise.resolve());
  function ask(...changes: readonly ShowChange[]): void {
    setPending((before) => [...before, ...changes]);
    queue.current = queue.current.then(async () => {
      try {
        for (const { groupIds, trackerIds, display } of changes) {
          const payload = { groupIds: [...groupIds], trackerIds: [...trackerIds], display };
          await client.call('editGroupShow', payload);
        }
      } catch (error) {
        message.error(`${t('list.showFailed')} ${errorText(error, language)}`);
      }
      await queries.invalidateQueries({ queryKey: KEY });
      setPending((before) => before.filter((one) => !changes.includes(one)));
    });
  }

  /** The top of the tree. Who sees no devices without a group may say nothing of them. */
  function everything(): (number | null)[] {
    const roots = groups.filter(({ parentId }) => parentId === null).map(({ groupId }) => groupId);
    const said = show.groups.some(({ groupId }) => groupId === null);
    const loose = said || liveStore.getIds().some((id) => groupOf(id) === null);
    return loose ? [...roots, null] : roots;
  }

  return {
    hidden,
    hiddenIn,
    showTrackers(trackerIds, shown) {
      const display = shown ? 'SHOW' : 'HIDE';
      const parts: ShowChange[] = [];
      for (let start = 0; start < trackerIds.length; start += LIMITS.shownTrackers) {
        const part = trackerIds.slice(start, start + LIMITS.shownTrackers);
        parts.push({ groupIds: [], trackerIds: part, display });
      }
      ask(...parts);
    },
    showGroups: (groupIds, shown) => ask({ groupIds, trackerIds: [], display: shown ? 'SHOW' : 'HIDE' }),
    only: (groupId) =>
      ask(
        { groupIds: everything(), trackerIds: [], display: 'HIDE' },
        { groupIds: [groupId], trackerIds: [], display: 'SHOW' },
      ),
    showAll: () => ask({ groupIds: everything(), trackerIds: [], display: 'SHOW' }),
  };
}

function hiddenTrackers(show: GroupShow, parents: ReadonlyMap<number, number | null>): ReadonlySet<number> {
  const hidden = new Set<number>();
  const of = displayOfGroups(show, parents);
  if (show.groups.length > 0) {
    for (const id of liveStore.getIds()) if (of(groupOf(id) ?? null) === 'HIDE') hidden.add(id);
  }
  for (const { trackerId, display } of show.trackers) {
    if (display === 'SHOW') hidden.delete(trackerId);
    else if (groupOf(trackerId) !== undefined) hidden.add(trackerId);
  }
  return hidden;
}

function countByGroup(
  hidden: ReadonlySet<number>,
  parents: ReadonlyMap<number, number | null>,
): ReadonlyMap<number | null, number> {
  const counts = new Map<number | null, number>();
  for (const id of hidden) {
    let at: number | null = groupOf(id) ?? null;
    // One that this console has not heard of yet: its devices stand among those in none.
    if (at !== null && !parents.has(at)) at = null;
    counts.set(at, (counts.get(at) ?? 0) + 1);
    while (at !== null) {
      at = parents.get(at) ?? null;
      if (at !== null) counts.set(at, (counts.get(at) ?? 0) + 1);
    }
  }
  return counts;
}
