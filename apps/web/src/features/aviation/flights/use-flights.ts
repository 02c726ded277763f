import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { PayloadInput } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import { useClient } from '../../../service/client.ts';
import { USER_QUERIES } from '../../../service/session.ts';
import { type FlightRequest, toFlightFilter } from './flight-request.ts';

/** Refetched when flights change on the server. */
export const FLIGHT_QUERIES = [USER_QUERIES, 'flights'] as const;
/** Milliseconds: states change with time, and aircraft take off and land. */
const REFRESH_MS = 30_000;
/** Choices of a field at once. */
const MAX_CHOICES = 20;

/** A page of the matching flights. */
export function useFlights({ descending, index, size, ...conditions }: FlightRequest) {
  const client = useClient();
  const filter = toFlightFilter(conditions);
  const direction = descending ? 'descending' : 'ascending';
  return useQuery({
    queryKey: [...FLIGHT_QUERIES, filter, direction, index, size],
    queryFn: ({ signal }) =>
      client.call(
        'queryFlightsByPage',
        { ...filter, direction, pageIndex: index, pageSize: size },
        { signal },
      ),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
}

type Change = 'createFlight' | 'editFlight' | 'cancelFlight' | 'deleteFlight';

/** An operation that changes flights, and reloads them. */
export function useFlightChange<Name extends Change>(name: Name) {
  const client = useClient();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (payload: PayloadInput<Operations[Name]>) => client.call(name, payload),
    onSettled: () => queryClient.invalidateQueries({ queryKey: FLIGHT_QUERIES }),
  });
}

/** The first planes that match, for a field. */
export function usePlaneChoices(keywords: string) {
  const client = useClient();
  return useQuery({
    queryKey: [USER_QUERIES, 'planes', 'choices', keywords],
    queryFn: ({ signal }) =>
      client.call('queryPlanesByPage', { keywords, pageIndex: 1, pageSize: MAX_CHOICES }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** Landing places and airports that match, own ones first. */
export function useFieldChoices(keywords: string) {
  const client = useClient();
  return useQuery({
    queryKey: [USER_QUERIES, 'landingPlaces', 'fields', keywords],
    queryFn: ({ signal }) => client.call('searchFields', { keywords }, { signal }),
    placeholderData: keepPreviousData,
    enabled: keywords !== '',
  });
}
