import { useQuery } from '@tanstack/react-query';
import type { EventVideo } from '@wakeline/contract/video/event-video';
import { useClient } from '../../service/client.ts';

/**
 * Milliseconds between two requests of the state, while the page is visible. The end of a live stream is noticed by the player,
 * which then requests the state at once.
 */
const INTERVALS_MS: Readonly<Record<EventVideo['state'], number>> = {
  waiting: 10_000,
  live: 10_000,
  interrupted: 3_000,
  ended: 15_000,
};
const RETRY_MS = 5_000;

/** The video of a public event, as of the last seconds. Public pages have it in their snapshots. */
export function useEventVideo(code: string) {
  const client = useClient();
  return useQuery({
    queryKey: ['eventVideo', code],
    queryFn: ({ signal }) => client.call('queryEventVideo', { code }, { signal }),
    refetchInterval: ({ state: { data } }) => (data === undefined ? RETRY_MS : INTERVALS_MS[data.state]),
  });
}
