import type { Tracker } from '@wakeline/contract/entities/tracker';
import { useMemo, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { liveStore } from '../../live/live-store.ts';
import { useGroups } from '../trackers/use-groups.ts';
import { type DeviceFilter, type DeviceRow, deviceRows } from './device-rows.ts';
import { watchList } from './list-versions.ts';

const list = watchList(liveStore);

/** Every known device, by name. A new array when devices come, go or are renamed. */
export function useSortedTrackers(): readonly Tracker[] {
  const { order } = useSyncExternalStore(list.subscribe, list.get);
  const language = useLanguage();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the store tells by the version that it holds something else
  return useMemo(() => {
    const { compare } = new Intl.Collator(language === 'zh_CN' ? 'zh-CN' : 'en', { numeric: true });
    const known = liveStore.getIds().flatMap((id) => liveStore.getTracker(id) ?? []);
    return known.sort((a, b) => compare(a.trackerName, b.trackerName) || a.trackerId - b.trackerId);
  }, [order, language]);
}

/** The lines of the device list. */
export function useDeviceRows(
  filter: DeviceFilter,
  folded: ReadonlySet<number | null>,
): readonly DeviceRow[] {
  const { t } = useTranslation('live');
  const sorted = useSortedTrackers();
  const groups = useGroups().list;
  const { status } = useSyncExternalStore(list.subscribe, list.get);
  // Without a filter by status no change of status changes a line.
  const statusVersion = filter.status === null ? 0 : status;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the store tells by the version that it holds something else
  return useMemo(
    () =>
      deviceRows({
        trackers: sorted
          .map(({ trackerId }) => liveStore.getTracker(trackerId))
          .filter((one) => one !== undefined),
        groups,
        filter,
        folded,
        ungrouped: t('list.ungrouped'),
      }),
    [sorted, groups, filter, folded, statusVersion, t],
  );
}
