import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { LIMITS } from '@wakeline/contract/limits';
import type { PayloadInput } from '@wakeline/contract/operation';
import type { queryDeviceEvents } from '@wakeline/contract/trackers/events';
import type { EventKind } from '@wakeline/domain/events/tracker-event';
import { serverNow } from '../../../../live/live-store.ts';
import { useClient } from '../../../../service/client.ts';
import { USER_QUERIES } from '../../../../service/session.ts';
import { eventWindow } from './event-window.ts';

/** Filter of the events; an empty list of kinds: all. */
export interface EventFilter {
  readonly kinds: readonly EventKind[];
  /** Epoch milliseconds; undefined: as far as one query allows, up to now. */
  readonly startTime: number | undefined;
  readonly endTime: number | undefined;
}

type Before = PayloadInput<typeof queryDeviceEvents>['before'];

/** The events of a device, newest first, page after page. */
export function useDeviceEvents(trackerId: number, filter: EventFilter) {
  const client = useClient();
  return useInfiniteQuery({
    queryKey: [USER_QUERIES, 'device-events', trackerId, filter],
    queryFn: ({ pageParam, signal }) => {
      const kinds = filter.kinds.length === 0 ? undefined : [...filter.kinds];
      const window = eventWindow(filter, serverNow(), LIMITS.eventDays);
      return client.call('queryDeviceEvents', { trackerId, ...window, kinds, before: pageParam }, { signal });
    },
    initialPageParam: undefined as Before,
    getNextPageParam: ({ next }): Before => next ?? undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}
