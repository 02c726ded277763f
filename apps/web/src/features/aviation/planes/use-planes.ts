import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { PayloadInput } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import { useClient } from '../../../service/client.ts';
import { USER_QUERIES } from '../../../service/session.ts';
import { type PlaneRequest, toPlaneFilter } from './plane-request.ts';

/** Refetched when planes change on the server. */
export const PLANE_QUERIES = [USER_QUERIES, 'planes'] as const;

/** A page of the matching planes. */
export function usePlanes({ sort, descending, index, size, ...conditions }: PlaneRequest) {
  const client = useClient();
  const filter = toPlaneFilter(conditions);
  const direction = descending ? 'descending' : 'ascending';
  return useQuery({
    queryKey: [...PLANE_QUERIES, filter, sort, direction, index, size],
    queryFn: ({ signal }) =>
      client.call(
        'queryPlanesByPage',
        { ...filter, sort, direction, pageIndex: index, pageSize: size },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
}

type Change = 'createPlane' | 'editPlane' | 'deletePlanes';

/** An operation that changes planes, and reloads them. */
export function usePlaneChange<Name extends Change>(name: Name) {
  const client = useClient();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (payload: PayloadInput<Operations[Name]>) => client.call(name, payload),
    onSettled: () => queryClient.invalidateQueries({ queryKey: PLANE_QUERIES }),
  });
}
