import { useSyncExternalStore } from 'react';
import { liveStore } from '../../../live/live-store.ts';

/** How many devices there are; renders again only when one comes or goes, not with each change of a status. */
export function useTotal(): number {
  return useSyncExternalStore(liveStore.subscribeCounts, () => liveStore.getCounts().all);
}
