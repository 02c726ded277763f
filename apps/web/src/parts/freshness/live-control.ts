import { createContext, use } from 'react';

/** What a person may do to the live connection. */
export interface LiveControl {
  retryNow(): void;
  /** Whether the whole list of devices has come, could not be had, or is on its way. */
  readonly listState: 'loading' | 'ready' | 'failed';
  /** Whether the user may register devices. */
  readonly canAdd: boolean;
  reload(): void;
}

export const LiveControlContext = createContext<LiveControl>({
  retryNow: () => undefined,
  listState: 'loading',
  canAdd: false,
  reload: () => undefined,
});

export function useLiveControl(): LiveControl {
  return use(LiveControlContext);
}
