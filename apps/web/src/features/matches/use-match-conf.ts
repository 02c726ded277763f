import { useQuery } from '@tanstack/react-query';
import { MATCH_QUERIES } from '../../parts/matches/use-matches.ts';
import { useClient } from '../../service/client.ts';

/** How the race of a match is evaluated and published. */
export function useMatchConf(matchId: number) {
  const client = useClient();
  return useQuery({
    queryKey: [...MATCH_QUERIES, 'settings', matchId],
    queryFn: ({ signal }) => client.call('queryMatchConf', { matchId }, { signal }),
  });
}
