import type { ProvisionalResult } from '@wakeline/contract/live-events/match-helpers';
import { presentProvisional } from './present-race.ts';
import type { RaceBoards, WatchedMatch } from './race-boards.ts';

/** Milliseconds for which the results of a match are kept. */
const MAX_AGE_MS = 2_000;

/** By participant. */
type Results = ReadonlyMap<number, ProvisionalResult>;

interface Made {
  readonly madeAt: number;
  /** All who request them while they are made receive the same ones. */
  readonly results: Promise<Results>;
}

/** What positions show of the participants of matches: evaluated at most every two seconds, for all helpers of a match. */
export class ProvisionalResults {
  readonly #boards: Pick<RaceBoards, 'read'>;
  readonly #matches = new Map<number, Made>();

  constructor(boards: Pick<RaceBoards, 'read'>) {
    this.#boards = boards;
  }

  /** @param now epoch milliseconds */
  read(match: WatchedMatch, now: number): Promise<Results> {
    for (const [matchId, { madeAt }] of this.#matches)
      if (madeAt <= now - MAX_AGE_MS) this.#matches.delete(matchId);
    const known = this.#matches.get(match.matchId);
    if (known !== undefined) return known.results;
    const made = { madeAt: now, results: this.#boards.read(match, 0).then(presentProvisional) };
    this.#matches.set(match.matchId, made);
    made.results.catch(() => {
      if (this.#matches.get(match.matchId) === made) this.#matches.delete(match.matchId);
    });
    return made.results;
  }
}
