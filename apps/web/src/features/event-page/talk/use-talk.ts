import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type EventTalk, eventTalk } from '@wakeline/contract/live-events/event-talk';

/** Milliseconds between two requests. */
const INTERVAL_MS = 2_000;

/** Comments and gifts of a public page; undefined: not loaded. @param address `/service/live/event/CODE` */
export function useTalk(address: string): {
  readonly talk: EventTalk | undefined;
  /** Requests them at once, after the viewer has sent something. */
  readonly refresh: () => void;
} {
  const queries = useQueryClient();
  const queryKey = ['event-talk', address];
  const { data } = useQuery({
    queryKey,
    async queryFn({ signal }) {
      // The browser sends the entity tag, and gets the earlier response if nothing has changed.
      const response = await fetch(`${address}/talk`, { cache: 'no-cache', signal });
      return eventTalk.parse(await response.json());
    },
    refetchInterval: INTERVAL_MS,
    gcTime: 0,
  });
  return { talk: data, refresh: () => void queries.invalidateQueries({ queryKey }) };
}
