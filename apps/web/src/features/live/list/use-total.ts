import { useSyncExternalStore } from 'react';
import { liveStore } from '../../../live/live-store.ts';

/** The number of devices; renders only when it changes, not for each change of a status. */
export function useTotal(): number {
  return useSyncExternalStore(liveStore.subscribeCounts, () => liveStore.getCounts().all);
}
