import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { recordViewers } from './statistics.ts';

/** Milliseconds between two samples, of which the greatest of a minute counts. */
const INTERVAL_MS = 10_000;

interface ViewerSampling {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  /** How many viewers each match has on this server. */
  readonly readViewers: (now: number) => readonly { readonly matchId: number; readonly viewers: number }[];
}

/** Records the viewers of all matches that somebody watches. Returns the stop function. */
export function startViewerSamples({ db, clock, log, readViewers }: ViewerSampling): () => void {
  return clock.every(INTERVAL_MS, () => {
    const now = clock.now();
    for (const { matchId, viewers } of readViewers(now)) {
      recordViewers(db, matchId, now, viewers).catch((error: unknown) =>
        log.warn({ err: error }, 'could not record the viewers of a match'),
      );
    }
  });
}
