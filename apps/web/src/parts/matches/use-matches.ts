import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { MatchState } from '@wakeline/contract/matches/matches';
import type { PayloadInput } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import { useClient } from '../../service/client.ts';
import { USER_QUERIES } from '../../service/session.ts';

/** Refetched when a match changes on the server. */
export const MATCH_QUERIES = [USER_QUERIES, 'matches'] as const;
/** Matches that a select offers at once. */
const MAX_CHOICES = 50;

interface MatchConditions {
  readonly keywords: string;
  readonly state: MatchState | undefined;
  readonly index: number;
  readonly size: number;
}

/** A page of the matches of the account, the latest start first. */
export function useMatches({ keywords, state, index, size }: MatchConditions) {
  const client = useClient();
  return useQuery({
    queryKey: [...MATCH_QUERIES, 'list', keywords, state ?? '', index, size],
    queryFn: ({ signal }) =>
      client.call(
        'queryMatchMsgByPage',
        { keywords, ...(state !== undefined && { state }), pageIndex: index, pageSize: size },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
}

/** The first matches whose name or place contains the keywords. */
export function useMatchChoices(keywords: string) {
  return useMatches({ keywords, state: undefined, index: 1, size: MAX_CHOICES });
}

/** A match with its race courses and classes. */
export function useMatch(matchId: number | null) {
  const client = useClient();
  return useQuery({
    queryKey: [...MATCH_QUERIES, 'detail', matchId],
    queryFn: ({ signal }) => client.call('queryMatchDetail', { matchId: matchId ?? 0 }, { signal }),
    enabled: matchId !== null,
  });
}

type MatchChange =
  | 'addGroupToMatch'
  | 'addMatchCourse'
  | 'addPeopleToMatch'
  | 'batchCreateParticipants'
  | 'correctParticipant'
  | 'createMatch'
  | 'deleteMatch'
  | 'deleteMatchClass'
  | 'deleteMatchCourse'
  | 'deleteParticipant'
  | 'drawStartTimes'
  | 'editLiveConf'
  | 'editMatchCourse'
  | 'editMatchStatus'
  | 'renewMatchCode'
  | 'replaceMatchCourse'
  | 'saveMatchClass'
  | 'updateMatchConf'
  | 'updateMatchMsg'
  | 'updateParticipantMsg';

/** An operation that changes a match, and refetches everything about matches. */
export function useMatchChange<Name extends MatchChange>(name: Name) {
  const client = useClient();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (payload: PayloadInput<Operations[Name]>) => client.call(name, payload),
    onSettled: () => queryClient.invalidateQueries({ queryKey: MATCH_QUERIES }),
  });
}
