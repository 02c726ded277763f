import { sql } from 'kysely';
import { fromKysely, PgBoss } from 'pg-boss';
import type { Db } from '../db/database.ts';
import { WORKLOADS } from './workloads.ts';

/** The library's own schema, in the same database. */
export const QUEUE_SCHEMA = 'pgboss';
/** Jobs that failed too often, to update their `task` rows. */
export const FAILED_QUEUE = 'task-failed';
/** "task" in ASCII; see `MIGRATION_LOCK`. */
const PREPARE_LOCK = 0x7461736b;

/** Seconds without a heartbeat after which a job's server counts as dead and the job is run again. */
const HEARTBEAT_SECONDS = 30;
/** Interval of the search for such jobs, seconds; one of all servers does it. */
const SUPERVISE_INTERVAL_SECONDS = 15;
/** The library's maximum duration of a job. */
const MAX_TASK_SECONDS = 86_400;

/** A job of the queues of `WORKLOADS`. */
export interface Job {
  readonly taskId: number;
}

/** Opens the queue on the server's own connections. `prepareQueue` creates its tables. */
export function openQueue(db: Db): PgBoss {
  return new PgBoss({
    db: inSequence(fromKysely(db)),
    schema: QUEUE_SCHEMA,
    migrate: false,
    // There are no scheduled jobs.
    schedule: false,
    superviseIntervalSeconds: SUPERVISE_INTERVAL_SECONDS,
    monitorIntervalSeconds: SUPERVISE_INTERVAL_SECONDS,
  });
}

/**
 * Runs one statement at a time. Two workers that fetch at the same time would both count the running tasks of an account
 * before the other one's, and exceed its limit.
 */
function inSequence({ executeSql }: ReturnType<typeof fromKysely>): ReturnType<typeof fromKysely> {
  let last: Promise<unknown> = Promise.resolve();
  return {
    executeSql(text, values) {
      const result = last.then(() => executeSql(text, values));
      // Its caller receives a failure; the next statement runs nevertheless.
      last = result.catch(() => undefined);
      return result;
    },
  };
}

/**
 * Creates or migrates the queue's tables, one server at a time: the library starts its own transaction and would leave it open
 * on our connection if another server were first.
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
      // A failure makes `start` throw; without a listener, Node would throw a second time.
      boss.on('error', () => undefined);
      await boss.start();
      await boss.createQueue(FAILED_QUEUE, { retryLimit: 100, retryDelay: 60 });
      for (const { queue } of Object.values(WORKLOADS)) {
        await boss.createQueue(queue, {
          deadLetter: FAILED_QUEUE,
          heartbeatSeconds: HEARTBEAT_SECONDS,
          expireInSeconds: MAX_TASK_SECONDS,
          // An hour without a database ends no task; a task that failed ten times on its own will continue to fail.
          retryLimit: 10,
          retryDelay: 2,
          retryBackoff: true,
          retryDelayMax: 600,
        });
      }
      await boss.stop();
    } finally {
      await sql`select pg_advisory_unlock(${PREPARE_LOCK})`.execute(connection);
    }
  });
}
