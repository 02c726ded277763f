import { useQuery, useQueryClient } from '@tanstack/react-query';
import { LIMITS } from '@wakeline/contract/limits';
import { App } from 'antd';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { liveStore } from '../../live/live-store.ts';
import { parentsOf } from '../../parts/devices/group-tree.ts';
import { useGroups } from '../../parts/devices/use-groups.ts';
import { useListVersions } from '../../parts/devices/use-sorted-trackers.ts';
import { useClient } from '../../service/client.ts';
import { errorText } from '../../service/error-text.ts';
import { USER_QUERIES } from '../../service/session.ts';
import { applyDisplayChange, type DisplayChange, type DisplaySettings, displayOfGroups } from './display.ts';

const KEY = [USER_QUERIES, 'display'] as const;
const EMPTY_SETTINGS: DisplaySettings = { groups: [], trackers: [] };

export interface VisibleDevices {
  /** Devices hidden by the user. A new set for each change. */
  readonly hidden: ReadonlySet<number>;
  /** Whether the user hides any device or group, loaded or not; true until that is known. */
  readonly hidesAny: boolean;
  /** Number of hidden devices in each group and its descendants. */
  readonly hiddenCounts: ReadonlyMap<number | null, number>;
  setTrackersVisible(trackerIds: readonly number[], visible: boolean): void;
  /** Groups with all their content; null: devices without a group. */
  setGroupsVisible(groupIds: readonly (number | null)[], visible: boolean): void;
  /** Shows this group and hides everything else. */
  showOnly(groupId: number | null): void;
  showAll(): void;
}

function groupOf(trackerId: number): number | null | undefined {
  return liveStore.getInfo(trackerId)?.groupId;
}

/**
 * The user's visibility settings for devices, the same in every window. Changes are drawn before the server responds.
 */
export function useVisibleDevices(): VisibleDevices {
  const { t } = useTranslation('live');
  const client = useClient();
  const queryClient = useQueryClient();
  const language = useLanguage();
  const { message } = App.useApp();
  const groups = useGroups().list;
  const { order } = useListVersions();
  const { data: loaded } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => client.call('queryGroupShow', {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const data = loaded ?? EMPTY_SETTINGS;
  /** Changes that are not part of the response yet. */
  const [pending, setPending] = useState<readonly DisplayChange[]>([]);
  const parents = useMemo(() => parentsOf(groups), [groups]);
  const settings = useMemo(
    () =>
      pending.reduce((previous, change) => applyDisplayChange(previous, change, { parents, groupOf }), data),
    [data, pending, parents],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: the version shows that the store has changed
  const hidden = useMemo(() => hiddenTrackers(settings, parents), [settings, parents, order]);
  const hiddenCounts = useMemo(() => countByGroup(hidden, parents), [hidden, parents]);

  /** Changes are sent sequentially, so that the last one takes effect. */
  const queue = useRef<Promise<void>>(Promise.resolve());
  function sendChanges(...changes: readonly DisplayChange[]): void {
    setPending((previous) => [...previous, ...changes]);
    queue.current = queue.current.then(async () => {
      try {
        for (const { groupIds, trackerIds, display } of changes) {
          const payload = { groupIds: [...groupIds], trackerIds: [...trackerIds], display };
          await client.call('editGroupShow', payload);
        }
      } catch (error) {
        message.error(`${t('list.showFailed')} ${errorText(error, language)}`);
      }
      await queryClient.invalidateQueries({ queryKey: KEY });
      setPending((previous) => previous.filter((one) => !changes.includes(one)));
    });
  }

  /** The top-level groups. Users who see no ungrouped devices cannot change those. */
  function topLevelGroups(): (number | null)[] {
    const roots = groups.filter(({ parentId }) => parentId === null).map(({ groupId }) => groupId);
    const hasUngroupedEntry = settings.groups.some(({ groupId }) => groupId === null);
    const includesUngrouped = hasUngroupedEntry || liveStore.getIds().some((id) => groupOf(id) === null);
    return includesUngrouped ? [...roots, null] : roots;
  }

  return {
    hidden,
    hidesAny: loaded === undefined || settings.groups.length + settings.trackers.length > 0,
    hiddenCounts,
    setTrackersVisible(trackerIds, visible) {
      const display = visible ? 'SHOW' : 'HIDE';
      const batches: DisplayChange[] = [];
      for (let start = 0; start < trackerIds.length; start += LIMITS.visibilityTrackers) {
        const batch = trackerIds.slice(start, start + LIMITS.visibilityTrackers);
        batches.push({ groupIds: [], trackerIds: batch, display });
      }
      sendChanges(...batches);
    },
    setGroupsVisible: (groupIds, visible) =>
      sendChanges({ groupIds, trackerIds: [], display: visible ? 'SHOW' : 'HIDE' }),
    showOnly: (groupId) =>
      sendChanges(
        { groupIds: topLevelGroups(), trackerIds: [], display: 'HIDE' },
        { groupIds: [groupId], trackerIds: [], display: 'SHOW' },
      ),
    showAll: () => sendChanges({ groupIds: topLevelGroups(), trackerIds: [], display: 'SHOW' }),
  };
}

function hiddenTrackers(
  settings: DisplaySettings,
  parents: ReadonlyMap<number, number | null>,
): ReadonlySet<number> {
  const hidden = new Set<number>();
  const displayOf = displayOfGroups(settings, parents);
  if (settings.groups.length > 0) {
    for (const id of liveStore.getIds()) if (displayOf(groupOf(id) ?? null) === 'HIDE') hidden.add(id);
  }
  for (const { trackerId, display } of settings.trackers) {
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
    let current: number | null = groupOf(id) ?? null;
    // Devices of a group that has not loaded yet are counted as ungrouped.
    if (current !== null && !parents.has(current)) current = null;
    counts.set(current, (counts.get(current) ?? 0) + 1);
    while (current !== null) {
      current = parents.get(current) ?? null;
      if (current !== null) counts.set(current, (counts.get(current) ?? 0) + 1);
    }
  }
  return counts;
}
