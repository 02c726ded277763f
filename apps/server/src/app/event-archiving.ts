import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { archiveEvents } from '../events/archive-events.ts';
import type { EventArchive } from '../events/event-archive.ts';

/** Milliseconds between two runs. Each reads the index of the week. */
const INTERVAL_MS = 10 * 60_000;

interface ArchivingOptions {
  readonly db: Db;
  readonly eventArchive: EventArchive;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly isLeader: () => boolean;
}

/** Moves old events to the archive; one process does this for all. Returns the stop function, which waits for the current page. */
export function startEventArchiving({
  db,
  eventArchive,
  clock,
  log,
  isLeader,
}: ArchivingOptions): () => Promise<void> {
  let running: Promise<void> | null = null;
  let isStopped = false;

  async function run(): Promise<void> {
    try {
      const moved = await archiveEvents(db, eventArchive, { isWanted: () => !isStopped && isLeader() });
      if (moved > 0) log.info({ events: moved }, 'archived events');
    } catch (error) {
      log.warn({ err: error }, 'could not archive events; will retry later');
    }
    running = null;
  }

  const start = () => {
    running ??= run();
  };
  start();
  const stop = clock.every(INTERVAL_MS, start);
  return async () => {
    stop();
    isStopped = true;
    await running;
  };
}
