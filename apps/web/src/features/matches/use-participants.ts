import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Participant } from '@wakeline/contract/matches/participants';
import { MATCH_QUERIES } from '../../parts/matches/use-matches.ts';
import { useClient } from '../../service/client.ts';

/** Of one request. */
const MAX_PAGE_SIZE = 1_000;

interface ParticipantConditions {
  readonly keywords: string;
  /** Undefined: all. */
  readonly classId: number | undefined;
  readonly index: number;
  readonly size: number;
}

/** A page of the participants of a match. */
export function useParticipants(matchId: number, { keywords, classId, index, size }: ParticipantConditions) {
  const client = useClient();
  return useQuery({
    queryKey: [...MATCH_QUERIES, 'participants', matchId, keywords, classId ?? 0, index, size],
    queryFn: ({ signal }) =>
      client.call(
        'queryParticipants',
        {
          ...{ matchId, keywords, pageIndex: index, pageSize: size },
          ...(classId !== undefined && { classId }),
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
}

/** All participants of a match that the user sees. */
export function useAllParticipants(matchId: number) {
  const client = useClient();
  return useQuery({
    queryKey: [...MATCH_QUERIES, 'participants', matchId, 'all'],
    async queryFn({ signal }): Promise<readonly Participant[]> {
      const participants: Participant[] = [];
      for (let pageIndex = 1; ; pageIndex += 1) {
        const page = { matchId, pageIndex, pageSize: MAX_PAGE_SIZE };
        const { list, total } = await client.call('queryParticipants', page, { signal });
        participants.push(...list);
        if (list.length === 0 || participants.length >= total) return participants;
      }
    },
  });
}
