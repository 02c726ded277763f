import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { PayloadInput } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import { useClient } from '../../../service/client.ts';
import { USER_QUERIES } from '../../../service/session.ts';

/** Refetched when landing places change on the server. */
const KEY = [USER_QUERIES, 'landingPlaces'] as const;

/** The own landing places of the account. */
export function useLandingPlaces() {
  const client = useClient();
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => client.call('queryLandingPlaces', {}, { signal }),
  });
}

type Change = 'createLandingPlace' | 'editLandingPlace' | 'deleteLandingPlaces';

/** An operation that changes landing places, and reloads them. */
export function useLandingPlaceChange<Name extends Change>(name: Name) {
  const client = useClient();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (payload: PayloadInput<Operations[Name]>) => client.call(name, payload),
    onSettled: () => queryClient.invalidateQueries({ queryKey: KEY }),
  });
}
