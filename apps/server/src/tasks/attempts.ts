import { setTimeout as delay } from 'node:timers/promises';
import { type ErrorName, NamedError } from '@wakeline/contract/errors';
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type { Counter } from 'prom-client';
import type { Db } from '../db/database.ts';
import type { Files } from '../files/files.ts';
import { type TaskDefinitions, type TaskResult, type TaskWorkers, uploadOf, workerOf } from './kinds.ts';
import {
  endAttempt,
  endTask,
  failTask,
  findCancelled,
  type StartedTask,
  saveProgress,
  startTask,
  TASK_TTL_MS,
  type TaskRow,
} from './task-rows.ts';

/** Checks for a lost database, one per second; after them the missing heartbeat reports the attempt. */
const MAX_DATABASE_CHECKS = 20;

/** Minimum time between two stored values of a task's progress: each is a transaction and an event for all servers. */
const PROGRESS_INTERVAL_MS = 500;

export interface AttemptsOptions {
  readonly db: Db;
  readonly files: Files;
  readonly log: FastifyBaseLogger;
  readonly definitions: TaskDefinitions;
  readonly workers: TaskWorkers;
  /** The server stops: running tasks are released. */
  readonly stopping: AbortSignal;
  readonly counter: Counter<'kind' | 'outcome'>;
}

/** Attempts of this server at tasks, from their start to one of their outcomes: done, failed, cancelled, or to be retried. */
export interface Attempts {
  /** Runs one attempt. If it rejects, the queue retries. */
  run(taskId: number, jobSignal: AbortSignal): Promise<void>;
  /** Ends a task that is not retried; null: for no reason that its user could fix. */
  giveUp(task: TaskRow, failure: ErrorName | null): Promise<void>;
  /** Stops the running tasks that were cancelled. */
  stopCancelled(): Promise<void>;
  /** Waits for an unavailable database, so that the failure can be reported to the queue instead of by a missing heartbeat. */
  waitForDatabase(): Promise<void>;
}

export function createAttempts(options: AttemptsOptions): Attempts {
  const { db, log, workers, stopping } = options;
  const endings = createEndings(options);
  /** Running tasks of this server with their abort controllers. */
  const running = new Map<number, AbortController>();
  /** Ended attempts that the unavailable database still counts as open. */
  const unrecordedEnds = new Map<number, number>();

  async function attempt({ task, action }: StartedTask, cancelled: AbortSignal, jobSignal: AbortSignal) {
    if (action === 'give-up') {
      log.error({ task: task.task_id, kind: task.kind }, 'a task crashed its server twice; giving up');
      return endings.giveUp(task, 'task-interrupted');
    }
    if (action === 'undo') return endings.giveUp(task, null);
    let result: TaskResult | null;
    try {
      result = await runWorker(task, AbortSignal.any([jobSignal, stopping, cancelled]));
    } catch (error) {
      if (cancelled.aborted) return endings.giveUp(task, null);
      // A named error would occur again.
      if (!(error instanceof NamedError)) throw error;
      const { line } = error.details;
      return endings.giveUp(task, error.errorName, typeof line === 'number' ? line : null);
    }
    await endings.complete(task, result).catch(async (error: unknown) => {
      if (result !== null && result.written !== null) await options.files.discard([result.written.fileId]);
      if (cancelled.aborted) return endings.giveUp(task, null);
      if (!(error instanceof NamedError)) throw error;
      await endings.giveUp(task, error.errorName);
    });
  }

  function runWorker(task: TaskRow, signal: AbortSignal): Promise<TaskResult | null> {
    let savedPercent = 0;
    let savedAt = Number.NEGATIVE_INFINITY;
    const worker = workerOf(workers, task.kind);
    if (worker === null) throw new Error(`task ${task.task_id}: unknown kind ${task.kind}`);
    return worker.run({
      taskId: task.task_id,
      accountId: task.account_id,
      userId: task.user_id,
      subject: task.subject,
      signal,
      async progress(fraction) {
        signal.throwIfAborted();
        const percent = Math.floor(fraction * 100);
        const at = performance.now();
        if (percent <= savedPercent || at - savedAt < PROGRESS_INTERVAL_MS) return;
        savedPercent = percent;
        savedAt = at;
        await saveProgress(db, task, percent);
      },
    });
  }

  async function waitForDatabase(): Promise<void> {
    for (let tries = 0; tries < MAX_DATABASE_CHECKS && !stopping.aborted; tries += 1) {
      try {
        await sql`select 1`.execute(db);
        return;
      } catch (error) {
        log.warn({ err: error }, 'tasks: the database is unavailable');
        await delay(1_000, undefined, { ref: false });
      }
    }
  }

  return {
    async run(taskId, jobSignal) {
      // Registered before the start, so that any later cancellation finds it.
      const cancellation = new AbortController();
      running.set(taskId, cancellation);
      try {
        const started = await startTask(db, taskId, unrecordedEnds.get(taskId));
        unrecordedEnds.delete(taskId);
        if (started === null) return;
        await attempt(started, cancellation.signal, jobSignal).catch(async (error: unknown) => {
          await waitForDatabase();
          await endAttempt(db, taskId).catch(() =>
            unrecordedEnds.set(taskId, (unrecordedEnds.get(taskId) ?? 0) + 1),
          );
          throw error;
        });
      } finally {
        running.delete(taskId);
      }
    },

    giveUp: endings.giveUp,

    async stopCancelled() {
      if (running.size === 0) return;
      for (const taskId of await findCancelled(db, [...running.keys()]))
        running.get(taskId)?.abort(new Error('the task is cancelled'));
    },

    waitForDatabase,
  };
}

/** The final outcomes of a task: with its result, or with everything undone. */
function createEndings({
  db,
  files,
  definitions,
  workers,
  counter,
}: Pick<AttemptsOptions, 'db' | 'files' | 'definitions' | 'workers' | 'counter'>) {
  async function dropUpload(task: TaskRow): Promise<void> {
    const upload = uploadOf(definitions, task);
    if (upload !== null) await files.dropUpload(upload);
  }

  return {
    /** Ends a finished task and records its result, in one transaction. */
    async complete(task: TaskRow, result: TaskResult | null): Promise<void> {
      const written = result?.written ?? null;
      const evicted = await db.transaction().execute(async (tx) => {
        await result?.commit?.(tx);
        if (result !== null && result.written !== null) {
          await files.record(tx, result.written, {
            accountId: task.account_id,
            kind: 'result',
            userId: task.user_id,
            mediaType: result.mediaType,
            name: result.name,
            // With the row of the task.
            expiresAt: task.created_at.getTime() + TASK_TTL_MS,
          });
        }
        const storedFileId = result?.written === null ? (result.storedFileId ?? null) : null;
        const ended = await endTask(tx, task, {
          fileId: written?.fileId ?? storedFileId,
          outcome: result?.outcome ?? null,
        });
        if (!ended) throw new Error(`task ${task.task_id} has already ended`);
        await workerOf(workers, task.kind)?.complete?.(tx, task.task_id);
        if (written === null || task.user_id === null) return [];
        return files.evictOldResults(tx, task.user_id, written.fileId);
      });
      counter.inc({ kind: task.kind, outcome: 'done' });
      await files.discard(evicted);
      await dropUpload(task);
    },

    /** Ends a failed or cancelled task: deletes what it has stored, then its upload. */
    async giveUp(task: TaskRow, failure: ErrorName | null, line: number | null = null): Promise<void> {
      await workerOf(workers, task.kind)?.undo?.(task.task_id, task.subject);
      const outcome = await failTask(db, task.task_id, failure, line);
      if (outcome !== null) counter.inc({ kind: task.kind, outcome });
      await dropUpload(task);
    },
  };
}
