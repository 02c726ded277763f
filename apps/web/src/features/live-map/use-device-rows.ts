import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { liveStore } from '../../live/live-store.ts';
import { useGroups } from '../trackers/use-groups.ts';
import { useListVersions, useSortedTrackers } from '../trackers/use-sorted-trackers.ts';
import { type DeviceFilter, type DeviceRow, deviceRows } from './device-rows.ts';

/** The lines of the device list. */
export function useDeviceRows(
  filter: DeviceFilter,
  folded: ReadonlySet<number | null>,
): readonly DeviceRow[] {
  const { t } = useTranslation('live');
  const sorted = useSortedTrackers();
  const groups = useGroups().list;
  const { status } = useListVersions();
  // Without a filter by status no change of status changes a line.
  const statusVersion = filter.status === null && !filter.hideOffline ? 0 : status;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the store tells by the version that it holds something else
  return useMemo(
    () =>
      deviceRows({
        trackers: sorted.flatMap(({ trackerId }) => liveStore.getTracker(trackerId) ?? []),
        groups,
        filter,
        folded,
        ungrouped: t('list.ungrouped'),
      }),
    [sorted, groups, filter, folded, statusVersion, t],
  );
}
