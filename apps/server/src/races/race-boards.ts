import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../clock.ts';
import type { EventSource } from '../db/events.ts';
import type { PositionHistory } from '../positions/position-store.ts';
import { RaceBoard } from './race-board.ts';

/** Boards in memory; the least recently used one is dropped. */
const MAX_BOARDS = 100;
/** A board that nobody reads is dropped after this time, milliseconds. */
const IDLE_MS = 60_000;
const CHECK_INTERVAL_MS = 10_000;

export interface RaceBoardsOptions extends PositionHistory {
  readonly events: EventSource;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
}

interface Held {
  readonly board: RaceBoard;
  readonly matchId: number;
  readonly accountId: number;
  usedAt: number;
}

/** The boards of the matches that somebody watches on this server. */
export interface RaceBoards {
  /**
   * A board of a match as of a time. Boards with the same delay are shared.
   *
   * @param delay milliseconds by which the board is behind
   */
  read(match: WatchedMatch, delay: number): Promise<RaceBoard>;
  /** A board of its own as of a past time, epoch milliseconds. */
  readAt(match: WatchedMatch, time: number): Promise<RaceBoard>;
  close(): void;
}

export interface WatchedMatch {
  readonly matchId: number;
  readonly accountId: number;
}

export function createRaceBoards({ db, positions, events, clock, log }: RaceBoardsOptions): RaceBoards {
  const held = new Map<string, Held>();

  function boardsOf(accountId: number): readonly Held[] {
    return [...held.values()].filter((one) => one.accountId === accountId);
  }

  function dropIdle(): void {
    const now = clock.now();
    for (const [key, { usedAt }] of held) if (usedAt < now - IDLE_MS) held.delete(key);
  }

  const cleanups = [
    events.on('match', ({ matchId }) => {
      for (const one of held.values()) if (one.matchId === matchId) one.board.markOutdated(clock.now());
    }),
    events.on('changed', ({ what, accountId }) => {
      // People who withdraw leave their matches.
      if (what === 'people' && accountId !== null)
        for (const { board } of boardsOf(accountId)) board.markOutdated(clock.now());
    }),
    events.on('race-positions', ({ accountId, times }) => {
      const boards = boardsOf(accountId);
      for (const { board } of boards)
        for (const [trackerId, oldest, newest] of times)
          board.markStored(trackerId, { oldest, newest }, clock.now());
    }),
    events.onGap(() => {
      for (const { board } of held.values()) board.reset();
    }),
    clock.every(CHECK_INTERVAL_MS, dropIdle),
  ];

  return {
    async read({ matchId, accountId }, delay) {
      const key = `${matchId} ${delay}`;
      const known = held.get(key);
      const one = known ?? {
        board: new RaceBoard({ db, positions }, matchId, { now: clock.now() }),
        ...{ matchId, accountId, usedAt: 0 },
      };
      one.usedAt = clock.now();
      // The order of use is that of the map.
      held.delete(key);
      held.set(key, one);
      const [oldest] = held.keys();
      if (held.size > MAX_BOARDS && oldest !== undefined) {
        log.warn({ boards: held.size }, 'many matches are watched at once; one of them is read again');
        held.delete(oldest);
      }
      await one.board.advance(clock.now() - delay, clock.now());
      return one.board;
    },

    async readAt({ matchId }, time) {
      const board = new RaceBoard({ db, positions }, matchId, { now: clock.now(), isPast: true });
      await board.advance(time, clock.now());
      return board;
    },

    close() {
      for (const cleanup of cleanups) cleanup();
      held.clear();
    },
  };
}
