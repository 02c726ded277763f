import { setTimeout as delay } from 'node:timers/promises';
import { type ErrorName, NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { fromKysely, type PgBoss } from 'pg-boss';
import type { Clock } from '../clock.ts';
import type { Db, Tx } from '../db/database.ts';
import type { EventSource } from '../db/events.ts';
import { keepImported, takeBackImport } from '../features/replay/files/imported-times.ts';
import type { Files } from '../files/files.ts';
import { type Subjects, type TaskKind, type TaskResult, type TaskWorkers, uploadOf } from './kinds.ts';
import { FAILED_QUEUE, type Job, openQueue, TASK_QUEUE } from './queue.ts';
import {
  type BegunTask,
  beginTask,
  cancelledOf,
  endAttempt,
  endTask,
  failTask,
  findOpenTask,
  saveProgress,
  TASK_LIFE_MS,
  type TaskRow,
  tellUser,
} from './task-rows.ts';

/** Tasks that this server works on at once; an account has one of them at most. */
const AT_ONCE = 2;
/** A new task is heard of at once (its event); this is for one whose event was lost, and for those tried again, in seconds. */
const POLL_SECONDS = 5;
/** How long a task in hand may take to stop, in milliseconds; it is done again by whoever comes next. */
const STOP_PATIENCE = 10_000;

/** How often a lost database is asked whether it is there again, a second apart; a missing heartbeat tells the rest. */
const ANSWER_TRIES = 20;

export interface NewTask<Kind extends TaskKind> {
  readonly accountId: number;
  /** Who sees it among his tasks. */
  readonly userId: number;
  readonly kind: Kind;
  readonly subject: Subjects[Kind];
  /** Things that it works on. */
  readonly total: number;
  /** Epoch milliseconds. */
  readonly now: number;
}

/**
 * Puts a task into the queue, in the transaction of the change that needs it: neither is there without the other.
 * Answers the task's id.
 */
export type AddTask = <Kind extends TaskKind>(tx: Tx, task: NewTask<Kind>) => Promise<number>;

export function taskAdder(boss: Pick<PgBoss, 'send'>): AddTask {
  return async (tx, { accountId, userId, kind, subject, total, now }) => {
    const { task_id: taskId } = await tx
      .insertInto('task')
      .values({
        account_id: accountId,
        user_id: userId,
        kind,
        subject: JSON.stringify(subject),
        state: 'waiting',
        total,
        created_at: new Date(now),
      })
      .returning('task_id')
      .executeTakeFirstOrThrow();
    const job: Job = { taskId };
    await boss.send(TASK_QUEUE, job, { db: fromKysely(tx), group: { id: String(accountId) } });
    await tellUser(tx, { account_id: accountId, user_id: userId });
    return taskId;
  };
}

export interface Tasks {
  readonly add: AddTask;
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
  readonly workers: TaskWorkers;
}

/**
 * Batch tasks: work that goes on by itself, of which its user sees how far it is. Every server on the database takes part;
 * the queue gives a task to one of them, and to another one when that one dies.
 */
export function createTasks(options: TasksOptions): Tasks {
  const { db, files, events, clock, log, workers } = options;
  const boss = openQueue(db);
  boss.on('error', (error) => log.warn({ err: error }, 'tasks: the queue failed'));
  const stopping = new AbortController();
  let stopHearing = (): void => undefined;

  /** Tasks that this server has in hand, and how to stop each. */
  const inHand = new Map<number, AbortController>();
  /** Attempts that are over while the database, away, still counts them. */
  const over = new Map<number, number>();

  async function run({ taskId }: Job, given: AbortSignal): Promise<void> {
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
  }

  async function attempt({ task, todo }: BegunTask, cancelled: AbortSignal, given: AbortSignal) {
    if (todo === 'give-up') {
      log.error({ task: task.task_id, kind: task.kind }, 'a task ended its server twice and is given up');
      return giveUp(task, 'task-interrupted');
    }
    if (todo === 'take-back') return giveUp(task, null);
    let result: TaskResult | null;
    try {
      result = await work(task, AbortSignal.any([given, stopping.signal, cancelled]));
    } catch (error) {
      if (cancelled.aborted) return giveUp(task, null);
      // What has a name would come to the same again.
      if (!(error instanceof NamedError)) throw error;
      const { line } = error.details;
      return giveUp(task, error.errorName, typeof line === 'number' ? line : null);
    }
    await end(task, result).catch(async (error: unknown) => {
      if (result !== null) await files.discard([result.written.fileId]);
      if (!cancelled.aborted) throw error;
      await giveUp(task, null);
    });
  }

  /** The task has come to its end: its result is its user's, in one transaction. */
  async function end(task: TaskRow, result: TaskResult | null): Promise<void> {
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
      await keepImported(tx, task.task_id);
      if (result === null || task.user_id === null) return [];
      return files.makeRoomForResult(tx, task.user_id, result.written.fileId);
    });
    await files.discard(pushedOut);
    await dropUpload(task);
  }

  /** The task ends without having come to its end, and nothing of it stays: what it has stored goes, then what was sent for it. */
  async function giveUp(task: TaskRow, failure: ErrorName | null, line: number | null = null): Promise<void> {
    if (task.kind === 'importTrack') {
      const { trackerId } = task.subject as Subjects['importTrack'];
      await takeBackImport(db, task.task_id, trackerId);
    }
    await failTask(db, task.task_id, failure, line);
    await dropUpload(task);
  }

  async function dropUpload(task: TaskRow): Promise<void> {
    const upload = uploadOf(task.kind as TaskKind, task.subject);
    if (upload !== null) await files.dropUpload(upload);
  }

  async function stopCancelled(): Promise<void> {
    if (inHand.size === 0) return;
    for (const taskId of await cancelledOf(db, [...inHand.keys()]))
      inHand.get(taskId)?.abort(new Error('the task is cancelled'));
  }

  /** Waits for a database that was away, so that the queue can be told what failed, and need not find it by its missing heartbeat. */
  async function databaseAnswers(): Promise<void> {
    for (let tries = 0; tries < ANSWER_TRIES && !stopping.signal.aborted; tries += 1) {
      try {
        await sql`select 1`.execute(db);
        return;
      } catch (error) {
        log.warn({ err: error }, 'tasks: the database is away');
        await delay(1_000, undefined, { ref: false });
      }
    }
  }

  function work(task: TaskRow, signal: AbortSignal): Promise<TaskResult | null> {
    let told = 0;
    // What is stored under a kind is what was added under it; the table does not say so to the type checker.
    const worker = workers[task.kind as TaskKind] as TaskWorkers['eraseTrack'] | undefined;
    if (worker === undefined) throw new Error(`task ${task.task_id}: this server knows no ${task.kind}`);
    return worker({
      taskId: task.task_id,
      accountId: task.account_id,
      subject: task.subject as Subjects['eraseTrack'],
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

  return {
    add: taskAdder(boss),

    async start() {
      await boss.start();
      const limits = { pollingIntervalSeconds: POLL_SECONDS, groupConcurrency: 1 };
      const ids: string[] = [];
      for (let worker = 0; worker < AT_ONCE; worker += 1) {
        const id = await boss.work<Job>(TASK_QUEUE, limits, async (jobs) => {
          try {
            for (const job of jobs) await run(job.data, job.signal);
          } catch (error) {
            await databaseAnswers();
            throw error;
          }
        });
        ids.push(id);
      }
      await boss.work<Job>(FAILED_QUEUE, { pollingIntervalSeconds: 60 }, async (jobs) => {
        for (const { data } of jobs) {
          log.error({ task: data.taskId }, 'a task failed too often and is given up');
          const task = await findOpenTask(db, data.taskId);
          if (task !== null) await giveUp(task, null);
        }
      });
      const look = () => {
        stopCancelled().catch((error: unknown) => {
          log.warn({ err: error }, 'tasks: it is not known whether one was cancelled');
        });
      };
      const stopEvents = events.on('changed', ({ what }) => {
        if (what !== 'tasks') return;
        for (const id of ids) boss.notifyWorker(id);
        look();
      });
      const stopGaps = events.onGap(look);
      stopHearing = () => {
        stopEvents();
        stopGaps();
      };
      // What a server had in hand when it was killed is taken over now, not at the next look.
      await boss.supervise(TASK_QUEUE);
    },

    async stop() {
      stopHearing();
      stopping.abort(new Error('the server stops'));
      await boss.stop({ graceful: true, timeout: STOP_PATIENCE });
    },
  };
}

/** Tasks that somebody can ask for again and again; an erasure comes with the removal of a tracker, and takes nobody's room. */
const ASKED_FOR: readonly TaskKind[] = ['exportAuditLog', 'exportMapObjects', 'exportTrack', 'importTrack'];
const HOUR_MS = 3_600_000;

/**
 * Refuses a task that an account asks for while many wait or run, or after many within the hour.
 *
 * @throws NamedError `task-limit`
 */
export async function requireRoomForTask(tx: Tx, accountId: number, now: number): Promise<void> {
  // Asked for twice at the same time, they are counted one after the other.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`tasks of ${accountId}`}, 0))`.execute(tx);
  const { count } = await tx
    .selectFrom('task')
    .where('account_id', '=', accountId)
    .where('kind', 'in', ASKED_FOR)
    .where((where) =>
      where.or([
        where('state', 'in', ['waiting', 'running']),
        where('created_at', '>', new Date(now - HOUR_MS)),
      ]),
    )
    .select((query) => query.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (count >= LIMITS.tasksPerAccount) throw new NamedError('task-limit', { most: LIMITS.tasksPerAccount });
}
