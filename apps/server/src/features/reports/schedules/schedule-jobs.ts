import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../../../clock.ts';
import type { Db } from '../../../db/database.ts';
import type { TaskQueue } from '../../../tasks/task-queue.ts';
import { followTimeZones, startDueSchedule } from './due-schedules.ts';

/** Milliseconds between two checks for reports that are due. */
const INTERVAL_MS = 10_000;

interface ScheduleJobOptions {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly tasks: Pick<TaskQueue, 'add'>;
}

/** Starts the runs of scheduled reports when they are due, on each server. Returns the function that stops it. */
export function startScheduleJobs({ db, clock, log, tasks }: ScheduleJobOptions): () => Promise<void> {
  let isStopped = false;
  let isDue = false;
  let running: Promise<void> | null = null;

  async function check(): Promise<void> {
    while (isDue && !isStopped) {
      isDue = false;
      await followTimeZones(db, clock.now());
      while (!isStopped && (await startDueSchedule(db, tasks, clock.now())));
    }
  }

  /** Requests during a check lead to one more. */
  function wake(): void {
    isDue = true;
    if (running !== null || isStopped) return;
    running = check()
      .catch((error: unknown) =>
        log.warn({ err: error }, 'could not start scheduled reports; will retry later'),
      )
      .finally(() => {
        running = null;
      });
  }

  const stop = clock.every(INTERVAL_MS, wake);
  wake();
  return async () => {
    isStopped = true;
    stop();
    await running;
  };
}
