import { sql } from 'kysely';
import { connect } from '../../db/database.ts';
import { eventually } from './eventually.ts';
import type { TestEngine } from './test-engine.ts';

/** Blocks every insert of positions with a lock on their table; resolves with the function that releases it. */
export async function blockCommits({ url }: Pick<TestEngine, 'url'>): Promise<() => Promise<void>> {
  const other = connect(url, 1);
  const transaction = await other.db.startTransaction().execute();
  await sql`lock table position in share mode`.execute(transaction);
  return async () => {
    await transaction.commit().execute();
    await other.close();
  };
}

/** Resolves when an insert of positions waits for the lock of {@link blockCommits}. */
export function commitIsBlocked({ database }: Pick<TestEngine, 'database'>): Promise<true> {
  return eventually('the insert of positions waits for the lock', async () => {
    const { rows } = await sql`
      select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%insert into position%'`.execute(
      database.db,
    );
    return rows.length > 0;
  });
}
