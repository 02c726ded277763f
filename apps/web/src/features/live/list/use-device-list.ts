import { useEffect, useLayoutEffect, useMemo, useSyncExternalStore } from 'react';
import { createNameComparator } from '../../../format/collator.ts';
import { useLanguage } from '../../../i18n/i18n.ts';
import { useLiveOverview } from '../../../live/live-overview.ts';
import { liveStore } from '../../../live/live-store.ts';
import { useGroups } from '../../../parts/devices/use-groups.ts';
import { createDeviceListStore, type DeviceListStore } from './device-list-store.ts';
import type { DeviceFilter } from './device-tree.ts';
import type { DeviceRows } from './flat-rows.ts';

/** The rows of the device list, updated with devices, groups and filter. */
export function useDeviceList(
  filter: DeviceFilter,
  collapsed: ReadonlySet<number | null>,
): { readonly rows: DeviceRows; readonly tree: DeviceListStore['tree'] } {
  const language = useLanguage();
  const groups = useGroups().list;
  const expectedCounts = useLiveOverview()?.groups ?? null;
  const store = useMemo(() => createDeviceListStore(liveStore, createNameComparator(language)), [language]);
  useLayoutEffect(() => store.setGroups(groups), [store, groups]);
  useLayoutEffect(() => store.setFilter(filter), [store, filter]);
  useLayoutEffect(() => store.setCollapsed(collapsed), [store, collapsed]);
  useLayoutEffect(() => store.setExpectedCounts(expectedCounts), [store, expectedCounts]);
  useEffect(() => store.start(), [store]);
  return { rows: useSyncExternalStore(store.subscribe, store.getRows), tree: store.tree };
}
