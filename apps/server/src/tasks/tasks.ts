import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/database.ts';
import type { EventSource } from '../db/events.ts';
import type { Files } from '../files/files.ts';
import { createAttempts } from './attempts.ts';
import type { TaskDefinitions, TaskWorkers } from './kinds.ts';
import { FAILED_QUEUE, type Job, openQueue, TASK_QUEUE } from './queue.ts';
import { createTaskQueue, type TaskQueue } from './task-queue.ts';
import { findOpenTask } from './task-rows.ts';

/** Tasks that this server works on at once; an account has one of them at most. */
const CONCURRENT_TASKS = 2;
/** A new task is heard of at once (its event); this is for one whose event was lost, and for those tried again, in seconds. */
const POLL_SECONDS = 5;
/** How long a task in hand may take to stop, in milliseconds; it is done again by whoever comes next. */
const STOP_TIMEOUT_MS = 10_000;

export interface Tasks {
  readonly queue: TaskQueue;
  /** Begins to work on what waits. */
  start(): Promise<void>;
  /** Lets go of what is in hand, which another server does again, and stops. */
  stop(): Promise<void>;
}

export interface TasksOptions {
  readonly db: Db;
  readonly files: Files;
  readonly events: EventSource;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly definitions: TaskDefinitions;
  readonly workers: TaskWorkers;
}

/**
 * Batch tasks: work that goes on by itself, of which its user sees how far it is. Every server on the database takes part;
 * the queue gives a task to one of them, and to another one when that one dies.
 */
export function createTasks({ events, ...options }: TasksOptions): Tasks {
  const { db, log } = options;
  const boss = openQueue(db);
  boss.on('error', (error) => log.warn({ err: error }, 'tasks: the queue failed'));
  const stopping = new AbortController();
  const attempts = createAttempts({ ...options, stopping: stopping.signal });
  let unsubscribe = (): void => undefined;

  /** Ids of the queue's workers. */
  async function startQueueWorkers(): Promise<readonly string[]> {
    const limits = { pollingIntervalSeconds: POLL_SECONDS, groupConcurrency: 1 };
    const ids: string[] = [];
    for (let worker = 0; worker < CONCURRENT_TASKS; worker += 1) {
      const id = await boss.work<Job>(TASK_QUEUE, limits, async (jobs) => {
        try {
          for (const { data, signal } of jobs) await attempts.run(data.taskId, signal);
        } catch (error) {
          await attempts.waitForDatabase();
          throw error;
        }
      });
      ids.push(id);
    }
    await boss.work<Job>(FAILED_QUEUE, { pollingIntervalSeconds: 60 }, async (jobs) => {
      for (const { data } of jobs) {
        log.error({ task: data.taskId }, 'a task failed too often and is given up');
        const task = await findOpenTask(db, data.taskId);
        if (task !== null) await attempts.giveUp(task, null);
      }
    });
    return ids;
  }

  /** Looks at the queue, and for cancelled tasks, whenever tasks change. Answers how to stop that. */
  function subscribeToChanges(workerIds: readonly string[]): () => void {
    const stopCancelled = () => {
      attempts.stopCancelled().catch((error: unknown) => {
        log.warn({ err: error }, 'tasks: it is not known whether one was cancelled');
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

    async start() {
      await boss.start();
      unsubscribe = subscribeToChanges(await startQueueWorkers());
      // What a server had in hand when it was killed is taken over now, not at the next look.
      await boss.supervise(TASK_QUEUE);
    },

    async stop() {
      unsubscribe();
      stopping.abort(new Error('the server stops'));
      await boss.stop({ graceful: true, timeout: STOP_TIMEOUT_MS });
    },
  };
}
