import { setTimeout as delay } from 'node:timers/promises';
import { type ErrorName, NamedError } from '@wakeline/contract/errors';
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/database.ts';
import type { Files } from '../files/files.ts';
import { type TaskDefinitions, type TaskResult, type TaskWorkers, uploadOf, workerOf } from './kinds.ts';
import {
  type BegunTask,
  beginTask,
  cancelledOf,
  endAttempt,
  endTask,
  failTask,
  saveProgress,
  TASK_LIFE_MS,
  type TaskRow,
} from './task-rows.ts';

/** How often a lost database is asked whether it is there again, a second apart; a missing heartbeat tells the rest. */
const ANSWER_TRIES = 20;

export interface AttemptsOptions {
  readonly db: Db;
  readonly files: Files;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly definitions: TaskDefinitions;
  readonly workers: TaskWorkers;
  /** The server stops: what is in hand is let go. */
  readonly stopping: AbortSignal;
}

/** Attempts of this server at tasks, from their beginning to one of their ends: done, failed, cancelled, or to be tried again. */
export interface Attempts {
  /** One attempt. When it rejects, the queue tries again. */
  run(taskId: number, given: AbortSignal): Promise<void>;
  /** Ends a task that nobody tries again; null: for nothing that its user could mend. */
  giveUp(task: TaskRow, failure: ErrorName | null): Promise<void>;
  /** Stops those in hand that somebody has cancelled. */
  stopCancelled(): Promise<void>;
  /** Waits for a database that was away, so that the queue can be told what failed, and need not find it by its missing heartbeat. */
  databaseAnswers(): Promise<void>;
}

export function createAttempts(options: AttemptsOptions): Attempts {
  const { db, log, workers, stopping } = options;
  const ends = createEnds(options);
  /** Tasks that this server has in hand, and how to stop each. */
  const inHand = new Map<number, AbortController>();
  /** Attempts that are over while the database, away, still counts them. */
  const over = new Map<number, number>();

  async function attempt({ task, todo }: BegunTask, cancelled: AbortSignal, given: AbortSignal) {
    if (todo === 'give-up') {
      log.error({ task: task.task_id, kind: task.kind }, 'a task ended its server twice and is given up');
      return ends.giveUp(task, 'task-interrupted');
    }
    if (todo === 'take-back') return ends.giveUp(task, null);
    let result: TaskResult | null;
    try {
      result = await work(task, AbortSignal.any([given, stopping, cancelled]));
    } catch (error) {
      if (cancelled.aborted) return ends.giveUp(task, null);
      // What has a name would come to the same again.
      if (!(error instanceof NamedError)) throw error;
      const { line } = error.details;
      return ends.giveUp(task, error.errorName, typeof line === 'number' ? line : null);
    }
    await ends.complete(task, result).catch(async (error: unknown) => {
      if (result !== null) await options.files.discard([result.written.fileId]);
      if (!cancelled.aborted) throw error;
      await ends.giveUp(task, null);
    });
  }

  function work(task: TaskRow, signal: AbortSignal): Promise<TaskResult | null> {
    let told = 0;
    const worker = workerOf(workers, task.kind);
    if (worker === null) throw new Error(`task ${task.task_id}: this server knows no ${task.kind}`);
    return worker.run({
      taskId: task.task_id,
      accountId: task.account_id,
      subject: task.subject,
      signal,
      async progress(part) {
        signal.throwIfAborted();
        const percent = Math.floor(part * 100);
        if (percent <= told) return;
        told = percent;
        await saveProgress(db, task, percent);
      },
    });
  }

  async function databaseAnswers(): Promise<void> {
    for (let tries = 0; tries < ANSWER_TRIES && !stopping.aborted; tries += 1) {
      try {
        await sql`select 1`.execute(db);
        return;
      } catch (error) {
        log.warn({ err: error }, 'tasks: the database is away');
        await delay(1_000, undefined, { ref: false });
      }
    }
  }

  return {
    async run(taskId, given) {
      // From before it begins: a later cancellation finds it here.
      const cancelling = new AbortController();
      inHand.set(taskId, cancelling);
      try {
        const begun = await beginTask(db, taskId, over.get(taskId));
        over.delete(taskId);
        if (begun === null) return;
        await attempt(begun, cancelling.signal, given).catch(async (error: unknown) => {
          await databaseAnswers();
          await endAttempt(db, taskId).catch(() => over.set(taskId, (over.get(taskId) ?? 0) + 1));
          throw error;
        });
      } finally {
        inHand.delete(taskId);
      }
    },

    giveUp: ends.giveUp,

    async stopCancelled() {
      if (inHand.size === 0) return;
      for (const taskId of await cancelledOf(db, [...inHand.keys()]))
        inHand.get(taskId)?.abort(new Error('the task is cancelled'));
    },

    databaseAnswers,
  };
}

/** How a task ends for good: with its result, or with nothing of it left. */
function createEnds({
  db,
  files,
  clock,
  definitions,
  workers,
}: Pick<AttemptsOptions, 'db' | 'files' | 'clock' | 'definitions' | 'workers'>) {
  async function dropUpload(task: TaskRow): Promise<void> {
    const upload = uploadOf(definitions, task);
    if (upload !== null) await files.dropUpload(upload);
  }

  return {
    /** The task has come to its end: its result is its user's, in one transaction. */
    async complete(task: TaskRow, result: TaskResult | null): Promise<void> {
      const pushedOut = await db.transaction().execute(async (tx) => {
        if (result !== null) {
          await files.record(tx, result.written, {
            accountId: task.account_id,
            kind: 'result',
            userId: task.user_id,
            mediaType: result.mediaType,
            name: result.name,
            expiresAt: clock.now() + TASK_LIFE_MS,
          });
        }
        const ended = await endTask(tx, task, {
          fileId: result?.written.fileId ?? null,
          outcome: result?.outcome ?? null,
        });
        if (!ended) throw new Error(`task ${task.task_id} was ended meanwhile`);
        await workerOf(workers, task.kind)?.complete?.(tx, task.task_id);
        if (result === null || task.user_id === null) return [];
        return files.makeRoomForResult(tx, task.user_id, result.written.fileId);
      });
      await files.discard(pushedOut);
      await dropUpload(task);
    },

    /** The task ends without having come to its end, and nothing of it stays: what it has stored goes, then what was sent for it. */
    async giveUp(task: TaskRow, failure: ErrorName | null, line: number | null = null): Promise<void> {
      await workerOf(workers, task.kind)?.takeBack?.(task.task_id, task.subject);
      await failTask(db, task.task_id, failure, line);
      await dropUpload(task);
    },
  };
}
