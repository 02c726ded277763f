import { connect } from '../db/database.ts';
import { notifyUser } from '../tasks/task-rows.ts';

/**
 * Adds an export of the audit log that failed because its server stopped twice, as the server leaves it. It can be
 * retried.
 */
export async function addFailedTask(databaseUrl: string, login: string): Promise<void> {
  const { db, close } = connect(databaseUrl, 1);
  try {
    await db.transaction().execute(async (tx) => {
      const user = await tx
        .selectFrom('app_user')
        .where('login', '=', login)
        .select(['user_id', 'account_id'])
        .executeTakeFirstOrThrow();
      await tx
        .insertInto('task')
        .values({
          ...user,
          kind: 'exportAuditLog',
          subject: JSON.stringify({ filter: {}, language: 'en_US', timeZone: 'UTC' }),
          state: 'failed',
          workload: 'small',
          progress: 40,
          total: 2_000,
          failure: 'task-interrupted',
          created_at: new Date(),
        })
        .execute();
      await notifyUser(tx, user);
    });
  } finally {
    await close();
  }
}
