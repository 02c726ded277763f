import type { RaceBoards } from '../races/race-boards.ts';

function fail(): never {
  throw new Error('this server evaluates no matches');
}

/** For servers of tests without matches. */
export const NO_RACES: RaceBoards = { read: fail, readAt: fail, close: () => undefined };
