import type { Tracker } from '@wakeline/contract/entities/tracker';
import { useMemo, useSyncExternalStore } from 'react';
import { createNameComparator } from '../../format/collator.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { liveStore } from '../../live/live-store.ts';
import { type ListVersions, watchList } from './list-versions.ts';

const list = watchList(liveStore);

/** Versions of the list; a change means that lists of devices must be rebuilt. */
export function useListVersions(): ListVersions {
  return useSyncExternalStore(list.subscribe, list.get);
}

/** All known devices, sorted by name. A new array when devices are added, removed or renamed. */
export function useSortedTrackers(): readonly Tracker[] {
  const { order } = useListVersions();
  const language = useLanguage();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version shows that the store has changed
  return useMemo(() => {
    const compare = createNameComparator(language);
    const known = liveStore.getIds().flatMap((id) => liveStore.getTracker(id) ?? []);
    return known.sort((a, b) => compare(a.trackerName, b.trackerName) || a.trackerId - b.trackerId);
  }, [order, language]);
}
