import type { FeedArea } from '@wakeline/contract/trackers/feeds';
import { createContext, use } from 'react';

/** Controls of the live connection. */
export interface LiveControl {
  retryNow(): void;
  /** Requests the traffic of feeds in an area, which stays until the next call; null: none. */
  setTraffic(area: FeedArea | null): void;
  /** Whether the complete list of devices has loaded, failed or is loading. */
  readonly listState: 'loading' | 'ready' | 'failed';
  /** Whether the user can register devices. */
  readonly canAdd: boolean;
  reload(): void;
}

export const LiveControlContext = createContext<LiveControl>({
  retryNow: () => undefined,
  setTraffic: () => undefined,
  listState: 'loading',
  canAdd: false,
  reload: () => undefined,
});

export function useLiveControl(): LiveControl {
  return use(LiveControlContext);
}
