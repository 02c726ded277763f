import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { sendOverdueNotices } from '../features/aviation/overdue-notices.ts';
import { trackDueIntervals } from '../features/aviation/tracking-mode/track-due-intervals.ts';

/** Milliseconds between two checks for overdue flights. */
const CHECK_INTERVAL = 10_000;
/** Milliseconds between two checks of the tracking modes. */
const TRACKING_INTERVAL = 5_000;

interface FlightJobOptions {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly isLeader: () => boolean;
}

/** Watches for overdue flights, and for tracking modes that end; only the engine does this, for all servers. Returns the stop function. */
export function startFlightJobs({ db, clock, log, isLeader }: FlightJobOptions): () => void {
  async function check(): Promise<void> {
    if (!isLeader()) return;
    try {
      await sendOverdueNotices(db, clock.now());
    } catch (error) {
      log.warn({ err: error }, 'could not send notices about overdue flights; will retry later');
    }
  }

  async function track(): Promise<void> {
    if (!isLeader()) return;
    try {
      await trackDueIntervals(db, clock.now());
    } catch (error) {
      log.warn({ err: error }, 'could not send intervals of tracking modes; will retry later');
    }
  }
  const stopChecks = clock.every(CHECK_INTERVAL, () => void check());
  const stopTracking = clock.every(TRACKING_INTERVAL, () => void track());
  return () => {
    stopChecks();
    stopTracking();
  };
}
