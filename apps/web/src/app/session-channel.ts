import type { QueryClient } from '@tanstack/react-query';
import { SESSION_KEY, signOutLocally } from '../service/session.ts';
import type { SessionEvent } from './session-watch.ts';

/**
 * The windows of a browser have one session: what happens to it in one is done in the others.
 *
 * @returns tells the other windows what happened in this one.
 */
export function createSessionChannel(queryClient: QueryClient): (event: SessionEvent) => void {
  const channel = new BroadcastChannel('wakeline-session');
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (data === 'signed-out') signOutLocally(queryClient);
    if (data === 'signed-in') void queryClient.invalidateQueries({ queryKey: SESSION_KEY });
  });
  return (event) => channel.postMessage(event);
}
