import { useQuery } from '@tanstack/react-query';
import type { MatchDetails } from '@wakeline/contract/matches/match-details';
import type { ResultOf } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import { MATCH_QUERIES } from '../../../parts/matches/use-matches.ts';
import { useClient } from '../../../service/client.ts';

export type Standings = ResultOf<Operations['queryMatchStandings']>;
export type LoggedCorrection = ResultOf<Operations['queryCorrections']>['list'][number];

/** Milliseconds between two standings of a running race. A hidden window requests none. */
const REFRESH_MS = 2_000;

/** The ranking of each class with the passings of all points, as of now. */
export function useStandings({ matchId, state }: Pick<MatchDetails, 'matchId' | 'state'>) {
  const client = useClient();
  return useQuery({
    queryKey: [...MATCH_QUERIES, 'standings', matchId],
    queryFn: ({ signal }) => client.call('queryMatchStandings', { matchId }, { signal }),
    refetchInterval: state === 'running' ? REFRESH_MS : false,
  });
}

/** Decisions of officials about a participant, or (null) all of a match; the newest first. */
export function useCorrections(matchId: number, participantId: number | null) {
  const client = useClient();
  return useQuery({
    queryKey: [...MATCH_QUERIES, 'corrections', matchId, participantId],
    queryFn: ({ signal }) =>
      client.call(
        'queryCorrections',
        { matchId, ...(participantId !== null && { participantId }) },
        { signal },
      ),
  });
}
