import { MATCH_STATES, type MatchState } from '@wakeline/contract/matches/matches';

/** The states to which a match can change: its neighbours; an archived match has none. Null: there is none. */
export function neighboursOf(state: MatchState): {
  readonly next: MatchState | null;
  readonly previous: MatchState | null;
} {
  if (state === 'archived') return { next: null, previous: null };
  const index = MATCH_STATES.indexOf(state);
  return { next: MATCH_STATES[index + 1] ?? null, previous: MATCH_STATES[index - 1] ?? null };
}
