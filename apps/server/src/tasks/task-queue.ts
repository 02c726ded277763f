import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { FINISHED_STATES } from '@wakeline/contract/tasks';
import { sql } from 'kysely';
import { fromKysely, type PgBoss } from 'pg-boss';
import type { Tx } from '../db/database.ts';
import type { TaskDefinition, TaskDefinitions } from './kinds.ts';
import type { Job } from './queue.ts';
import { nextRound } from './rounds.ts';
import { notifyUser } from './task-rows.ts';
import { WORKLOADS } from './workloads.ts';

const HOUR_MS = 3_600_000;

export interface NewTask<Subject> {
  readonly accountId: number;
  /** The user who sees it in their task list. */
  readonly userId: number;
  readonly definition: TaskDefinition<Subject>;
  readonly subject: NoInfer<Subject>;
  /** Number of objects it processes. */
  readonly total: number;
  /** Epoch milliseconds. */
  readonly now: number;
  /** The failed task that it retries, and the number of this attempt. */
  readonly retryOf?: { readonly taskId: number; readonly attempt: number };
}

/** The functions that features need to add tasks. */
export interface TaskQueue {
  /**
   * Adds a task to the queue, in the transaction of the change that needs it, so that both commit or neither does.
   * Returns the task's id.
   */
  readonly add: <Subject>(tx: Tx, task: NewTask<Subject>) => Promise<number>;
  /**
   * Refuses a task if the account has too many that are not finished, or too many created within the last hour.
   *
   * @throws NamedError `task-queue-full`, `task-limit`
   */
  readonly requireQuota: (tx: Tx, accountId: number, now: number) => Promise<void>;
}

export function createTaskQueue(boss: Pick<PgBoss, 'send'>, definitions: TaskDefinitions): TaskQueue {
  const limited = Object.values(definitions).flatMap(({ kind, limited }) => (limited ? [kind] : []));
  return {
    async add(tx, { accountId, userId, definition, subject, total, now, retryOf }) {
      const { kind, workload } = definition;
      const round = await nextRound(tx, accountId, workload);
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
          workload,
          round,
          ...(retryOf === undefined ? {} : { retry_of: retryOf.taskId, attempt: retryOf.attempt }),
        })
        .returning('task_id')
        .executeTakeFirstOrThrow();
      const job: Job = { taskId };
      await boss.send(WORKLOADS[workload].queue, job, {
        db: fromKysely(tx),
        group: { id: String(accountId) },
        priority: -round,
      });
      await notifyUser(tx, { account_id: accountId, user_id: userId });
      return taskId;
    },

    async requireQuota(tx, accountId, now) {
      // Concurrent requests are counted one after the other.
      await sql`select pg_advisory_xact_lock(hashtextextended(${`tasks of ${accountId}`}, 0))`.execute(tx);
      const { open, recent } = await tx
        .selectFrom('task')
        .where('account_id', '=', accountId)
        .where('kind', 'in', limited)
        .select(({ fn }) => [
          fn.countAll<number>().filterWhere('state', 'not in', FINISHED_STATES).as('open'),
          fn
            .countAll<number>()
            .filterWhere('created_at', '>', new Date(now - HOUR_MS))
            .as('recent'),
        ])
        .executeTakeFirstOrThrow();
      if (open >= LIMITS.openTasks) throw new NamedError('task-queue-full', { max: LIMITS.openTasks });
      if (recent >= LIMITS.tasksPerHour) throw new NamedError('task-limit', { max: LIMITS.tasksPerHour });
    },
  };
}
