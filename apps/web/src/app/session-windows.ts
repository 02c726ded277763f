import type { QueryClient } from '@tanstack/react-query';
import { forgetUser, SESSION_KEY } from '../service/session.ts';
import type { SessionStep } from './session-watch.ts';

/**
 * The windows of a browser have one session: what happens to it in one is done in the others.
 *
 * @returns tells the other windows what happened in this one.
 */
export function shareSession(queries: QueryClient): (step: SessionStep) => void {
  const channel = new BroadcastChannel('wakeline-session');
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (data === 'signed-out') forgetUser(queries);
    if (data === 'signed-in') void queries.invalidateQueries({ queryKey: SESSION_KEY });
  });
  return (step) => channel.postMessage(step);
}
