import { sql } from 'kysely';
import { fromKysely, PgBoss } from 'pg-boss';
import type { Db } from '../db/database.ts';

/** The library's own schema, in the same database. */
export const QUEUE_SCHEMA = 'pgboss';
/** Jobs to be done: each is `{taskId}`. */
export const TASK_QUEUE = 'task';
/** Those that failed too often, for `task` rows to be told. */
export const FAILED_QUEUE = 'task-failed';
/** "task" in ASCII; see `MIGRATION_LOCK`. */
const PREPARE_LOCK = 0x7461736b;

/** Seconds without a sign of life after which a job's server counts as dead, and another one, or the same anew, does it. */
const HEARTBEAT_SECONDS = 30;
/** How often a server looks for such jobs, in seconds; one of all servers does. */
const SUPERVISE_INTERVAL_SECONDS = 15;
/** The longest that the library gives a job. */
const MAX_TASK_SECONDS = 86_400;

export interface Job {
  readonly taskId: number;
}

/** The queue on our own connections: it opens none. Its tables are made by `prepareQueue`. */
export function openQueue(db: Db): PgBoss {
  return new PgBoss({
    db: fromKysely(db),
    schema: QUEUE_SCHEMA,
    migrate: false,
    // We have no job that is due at a time of its own.
    schedule: false,
    superviseIntervalSeconds: SUPERVISE_INTERVAL_SECONDS,
    monitorIntervalSeconds: SUPERVISE_INTERVAL_SECONDS,
  });
}

/**
 * Makes the queue's tables, or brings them up to this program. One server after the other: the library begins its own
 * transaction, and would leave it open on our connection if another server were first.
 */
export async function prepareQueue(db: Db): Promise<void> {
  await db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${PREPARE_LOCK})`.execute(connection);
    try {
      const boss = new PgBoss({
        db: fromKysely(connection),
        schema: QUEUE_SCHEMA,
        migrate: true,
        schedule: false,
        supervise: false,
      });
      // What cannot be made makes `start` throw; without a listener, Node would throw for it a second time.
      boss.on('error', () => undefined);
      await boss.start();
      await boss.createQueue(FAILED_QUEUE, { retryLimit: 100, retryDelay: 60 });
      await boss.createQueue(TASK_QUEUE, {
        deadLetter: FAILED_QUEUE,
        heartbeatSeconds: HEARTBEAT_SECONDS,
        expireInSeconds: MAX_TASK_SECONDS,
        // A database that is away for an hour ends no task; what fails ten times for a reason of its own will go on failing.
        retryLimit: 10,
        retryDelay: 2,
        retryBackoff: true,
        retryDelayMax: 600,
      });
      await boss.stop();
    } finally {
      await sql`select pg_advisory_unlock(${PREPARE_LOCK})`.execute(connection);
    }
  });
}
