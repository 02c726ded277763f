import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { PayloadInput } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import { useClient } from '../../service/client.ts';
import { USER_QUERIES } from '../../service/session.ts';

/** Milliseconds between two requests: viewers and the bit rate change without a message. */
const INTERVAL_MS = 5_000;

const videoKey = (matchId: number) => [USER_QUERIES, 'matches', 'video', matchId] as const;

/** The video of a match for its organiser. Messages of the server refetch it when its state changes. */
export function useMatchVideo(matchId: number) {
  const client = useClient();
  return useQuery({
    queryKey: videoKey(matchId),
    queryFn: ({ signal }) => client.call('queryVideo', { matchId }, { signal }),
    refetchInterval: INTERVAL_MS,
  });
}

type VideoChange = 'renewStreamKey' | 'endVideo' | 'setMatchRecording' | 'deleteMatchRecording';

/** A change of the video of a match, which is then refetched. */
export function useVideoChange<Name extends VideoChange>(name: Name, matchId: number) {
  const client = useClient();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (payload: PayloadInput<Operations[Name]>) => client.call(name, payload),
    onSettled: () => queryClient.invalidateQueries({ queryKey: videoKey(matchId) }),
  });
}
