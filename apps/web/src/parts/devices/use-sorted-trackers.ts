import type { Tracker } from '@wakeline/contract/entities/tracker';
import { useMemo, useSyncExternalStore } from 'react';
import { createNameComparator } from '../../format/collator.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { liveStore } from '../../live/live-store.ts';
import { type ListVersions, watchList } from './list-versions.ts';

const list = watchList(liveStore);

/** When lists of devices must be worked out again. */
export function useListVersions(): ListVersions {
  return useSyncExternalStore(list.subscribe, list.get);
}

/** Every known device, by name. A new array when devices come, go or are renamed. */
export function useSortedTrackers(): readonly Tracker[] {
  const { order } = useListVersions();
  const language = useLanguage();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the store tells by the version that it holds something else
  return useMemo(() => {
    const compare = createNameComparator(language);
    const known = liveStore.getIds().flatMap((id) => liveStore.getTracker(id) ?? []);
    return known.sort((a, b) => compare(a.trackerName, b.trackerName) || a.trackerId - b.trackerId);
  }, [order, language]);
}
