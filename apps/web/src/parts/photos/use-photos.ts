import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { PayloadInput } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import { useClient } from '../../service/client.ts';
import { USER_QUERIES } from '../../service/session.ts';

/** Refetched when a device of the account has sent a photo, or one was deleted. */
const PHOTO_QUERIES = [USER_QUERIES, 'photos'] as const;

/** A page of the photos of a device, newest first. */
export function usePhotos(filter: PayloadInput<Operations['queryPhotos']>) {
  const client = useClient();
  return useQuery({
    queryKey: [...PHOTO_QUERIES, filter],
    queryFn: ({ signal }) => client.call('queryPhotos', filter, { signal }),
    placeholderData: keepPreviousData,
  });
}

export function useDeletePhotos() {
  const client = useClient();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (photos: PayloadInput<Operations['deletePhotos']>) => client.call('deletePhotos', photos),
    onSettled: () => queryClient.invalidateQueries({ queryKey: PHOTO_QUERIES }),
  });
}
