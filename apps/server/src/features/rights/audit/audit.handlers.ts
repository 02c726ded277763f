import { auditEntries } from '../../../audit/read.ts';
import { recordAudit } from '../../../audit/record.ts';
import type { Db } from '../../../db/database.ts';
import type { Handlers } from '../../../http/handler.ts';
import { transactionAs } from '../../../http/transaction-as.ts';
import { formatLocalTime } from '../../../local-time.ts';
import type { TaskQueue } from '../../../tasks/task-queue.ts';
import { exportAuditLogTask } from './export-audit-log.task.ts';

export interface AuditDependencies {
  readonly db: Db;
  readonly tasks: TaskQueue;
}

/** Reads and exports the audit log. The contract admits only the holder; the queries are confined to their account. */
export function auditHandlers({
  db,
  tasks,
}: AuditDependencies): Pick<Handlers, 'queryAuditLog' | 'exportAuditLog'> {
  return {
    async queryAuditLog({ uid: _, pageIndex, pageSize, ...filter }, { accountId, timeZone }) {
      const found = auditEntries(db, accountId, filter);
      const [rows, { count }, users, actions] = await Promise.all([
        found
          .selectAll()
          .orderBy('audit_id', 'desc')
          .limit(pageSize)
          .offset((pageIndex - 1) * pageSize)
          .execute(),
        found.select((query) => query.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
        readUsersInLog(db, accountId),
        db
          .selectFrom('audit_entry')
          .select('action')
          .distinct()
          .where('account_id', '=', accountId)
          .orderBy('action')
          .execute(),
      ]);
      const list = rows.map((row) => ({
        auditId: row.audit_id,
        time: row.at.getTime(),
        timeStr: formatLocalTime(row.at.getTime(), timeZone),
        userId: row.user_id,
        account: row.login,
        token: row.token_name,
        action: row.action,
        target: row.target,
        address: row.address,
        before: row.before,
        after: row.after,
      }));
      return { list, total: count, users, actions: actions.map(({ action }) => action) };
    },

    async exportAuditLog({ uid: _, ...filter }, caller, call) {
      const { accountId, userId, language, timeZone } = caller;
      const taskProgressId = await transactionAs(db, caller, call, async (tx) => {
        await tasks.requireQuota(tx, accountId, call.now);
        await recordAudit(tx, caller, call, {
          action: 'exportAuditLog',
          target: caller.accountName,
          after: filter,
        });
        const { total } = await auditEntries(tx, accountId, filter)
          .select((query) => query.fn.countAll<number>().as('total'))
          .executeTakeFirstOrThrow();
        return tasks.add(tx, {
          accountId,
          userId,
          definition: exportAuditLogTask,
          subject: { filter, language, timeZone },
          total,
          now: call.now,
        });
      });
      return { taskProgressId };
    },
  };
}

/** Users in the log, each with their latest login. */
async function readUsersInLog(db: Db, accountId: number) {
  const rows = await db
    .selectFrom('audit_entry')
    .distinctOn('user_id')
    .select(['user_id', 'login'])
    .where('account_id', '=', accountId)
    .where('user_id', 'is not', null)
    .orderBy('user_id')
    .orderBy('audit_id', 'desc')
    .execute();
  return rows.flatMap(({ user_id, login }) =>
    user_id === null ? [] : [{ userId: user_id, account: login }],
  );
}
