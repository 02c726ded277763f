import type { QueryClient } from '@tanstack/react-query';
import { SESSION_KEY, signOutLocally } from '../service/session.ts';
import type { SessionEvent } from './session-watch.ts';

/**
 * All windows of a browser share one session: an event in one window is applied in the others.
 * @returns function that publishes an event of this window
 */
export function createSessionChannel(queryClient: QueryClient): (event: SessionEvent) => void {
  const channel = new BroadcastChannel('wakeline-session');
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (data === 'signed-out') signOutLocally(queryClient);
    if (data === 'signed-in') void queryClient.invalidateQueries({ queryKey: SESSION_KEY });
  });
  return (event) => channel.postMessage(event);
}
