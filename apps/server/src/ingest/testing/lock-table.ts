import { sql } from 'kysely';
import { connect } from '../../db/database.ts';
import { eventually } from './eventually.ts';
import type { TestEngine } from './test-engine.ts';

export interface TableLock {
  /** Resolves when a session waits for the lock with a query that contains this text. */
  waitUntilContended(query?: string): Promise<void>;
  /** Terminates all sessions that wait. */
  terminateWaiting(): Promise<void>;
  /** Releases the lock. */
  release(): Promise<void>;
}

/** Blocks all readers and writers of `table`. */
export async function lockTable(
  { url, database }: Pick<TestEngine, 'url' | 'database'>,
  table: string,
): Promise<TableLock> {
  const other = connect(url, 1);
  const transaction = await other.db.startTransaction().execute();
  await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(transaction);
  return {
    async waitUntilContended(query = '') {
      await eventually(`a session waits for ${table}`, async () => {
        const { rows } = await sql`
          select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'
            and strpos(query, ${query}) > 0`.execute(database.db);
        return rows.length > 0;
      });
    },
    async terminateWaiting() {
      await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(transaction);
    },
    async release() {
      await transaction.commit().execute();
      await other.close();
    },
  };
}
