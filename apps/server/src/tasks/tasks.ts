import type { FastifyBaseLogger } from 'fastify';
import type { Counter } from 'prom-client';
import type { Db } from '../db/database.ts';
import type { EventSource } from '../db/events.ts';
import type { Files } from '../files/files.ts';
import { createAttempts } from './attempts.ts';
import type { TaskDefinitions, TaskWorkers } from './kinds.ts';
import { FAILED_QUEUE, type Job, openQueue } from './queue.ts';
import { createTaskQueue, type TaskQueue } from './task-queue.ts';
import { findOpenTask } from './task-rows.ts';
import { limitsFor, WORKLOADS, type Workload } from './workloads.ts';

/** Poll interval for tasks whose event was lost and for retries, seconds. New tasks arrive by their event. */
const POLL_SECONDS = 5;
/** Time for a running task to stop, milliseconds; another server runs it again. */
const STOP_TIMEOUT_MS = 10_000;

export interface Tasks {
  readonly queue: TaskQueue;
  /** Opens the queue. @param runsTasks whether this process also runs waiting tasks */
  start(runsTasks: boolean): Promise<void>;
  /** Releases running tasks, which another server runs again, and stops. */
  stop(): Promise<void>;
}

export interface TasksOptions {
  readonly db: Db;
  readonly files: Files;
  readonly events: EventSource;
  readonly log: FastifyBaseLogger;
  readonly definitions: TaskDefinitions;
  readonly workers: TaskWorkers;
  /** Maximum connections of `db`, which limits the tasks that run at the same time. */
  readonly connections: number;
  readonly counter: Counter<'kind' | 'outcome'>;
}

/**
 * Batch tasks: background jobs whose progress their users see. All servers on the database take part; the queue gives a task
 * to one of them, and to another one if that one crashes.
 */
export function createTasks({ events, connections, ...options }: TasksOptions): Tasks {
  const { db, log } = options;
  const boss = openQueue(db);
  boss.on('error', (error) => log.warn({ err: error }, 'tasks: the queue failed'));
  const stopping = new AbortController();
  const attempts = createAttempts({ ...options, stopping: stopping.signal });
  let unsubscribe = (): void => undefined;

  async function runJobs(
    jobs: readonly { readonly data: Job; readonly signal: AbortSignal }[],
  ): Promise<void> {
    try {
      for (const { data, signal } of jobs) await attempts.run(data.taskId, signal);
    } catch (error) {
      await attempts.waitForDatabase();
      throw error;
    }
  }

  /** Ids of the queues' workers. */
  async function startQueueWorkers(): Promise<readonly string[]> {
    const ids: string[] = [];
    for (const workload of Object.keys(WORKLOADS) as Workload[]) {
      const { queue, perServer, perAccount } = limitsFor(workload, connections);
      const limits = { pollingIntervalSeconds: POLL_SECONDS, groupConcurrency: perAccount };
      for (let worker = 0; worker < perServer; worker += 1)
        ids.push(await boss.work<Job>(queue, limits, runJobs));
    }
    await boss.work<Job>(FAILED_QUEUE, { pollingIntervalSeconds: 60 }, async (jobs) => {
      for (const { data } of jobs) {
        log.error({ task: data.taskId }, 'a task failed too often; giving up');
        const task = await findOpenTask(db, data.taskId);
        if (task !== null) await attempts.giveUp(task, null);
      }
    });
    return ids;
  }

  /** Checks the queue and cancelled tasks whenever tasks change. Returns the unsubscribe function. */
  function subscribeToChanges(workerIds: readonly string[]): () => void {
    const stopCancelled = () => {
      attempts.stopCancelled().catch((error: unknown) => {
        log.warn({ err: error }, 'tasks: could not check for cancelled tasks');
      });
    };
    const stopEvents = events.on('changed', ({ what }) => {
      if (what !== 'tasks') return;
      for (const id of workerIds) boss.notifyWorker(id);
      stopCancelled();
    });
    const stopGapEvents = events.onGap(stopCancelled);
    return () => {
      stopEvents();
      stopGapEvents();
    };
  }

  return {
    queue: createTaskQueue(boss, options.definitions),

    async start(runsTasks) {
      await boss.start();
      if (!runsTasks) return;
      unsubscribe = subscribeToChanges(await startQueueWorkers());
      // Takes over the tasks of a killed server now instead of at the next poll.
      for (const { queue } of Object.values(WORKLOADS)) await boss.supervise(queue);
    },

    async stop() {
      unsubscribe();
      stopping.abort(new Error('the server stops'));
      await boss.stop({ graceful: true, timeout: STOP_TIMEOUT_MS });
    },
  };
}
