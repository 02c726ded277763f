import { NamedError } from '@wakeline/contract/errors';
import { batchDeleteMsg } from '@wakeline/contract/notices/notices';
import { sql } from 'kysely';
import { recordAudit } from '../../audit/record.ts';
import type { Clock } from '../../clock.ts';
import type { Db, Tx } from '../../db/database.ts';
import { sendEvent } from '../../db/notify.ts';
import { lockRequester } from '../../identity/requester.ts';
import type { TaskRun, TaskWorker } from '../../tasks/kinds.ts';
import type { DeleteNoticesSubject } from './delete-notices.task.ts';
import { lockNotices } from './select-for-change.ts';

/** Notices that one transaction of a task deletes. */
const STEP = 2_000;

/** Empties the entries of these notices, which keep their numbers: see `deleteNotice`. */
export async function clearNotices(tx: Tx, accountId: number, seqs: readonly number[]): Promise<void> {
  await tx
    .updateTable('account_log')
    .set({ kind: 'deleted', tracker_id: null, payload: '{}' })
    .where('account_id', '=', accountId)
    .where(sql<boolean>`seq = any (${[...seqs]}::bigint[])`)
    .execute();
  await sendEvent(tx, { type: 'changed', what: 'notices', accountId, userId: null });
}

/**
 * Deletes the notices that match a filter, in steps. Each step requires the rights of the requester again; without them
 * the task fails with `not-allowed`, and the audit log has the number of those deleted before. It can run again from the
 * start: deleted notices no longer match.
 */
export function deleteNoticesWorker({
  db,
  clock,
}: {
  readonly db: Db;
  readonly clock: Clock;
}): TaskWorker<DeleteNoticesSubject> {
  return {
    async run(run) {
      const { subject, progress, signal } = run;
      let deleted = 0;
      try {
        for (;;) {
          signal.throwIfAborted();
          const count = await db.transaction().execute((tx) => deleteStep(tx, run, clock.now()));
          deleted += count;
          await progress(Math.min(1, deleted / Math.max(1, subject.count)));
          if (count < STEP) return null;
        }
      } catch (error) {
        if (!(error instanceof NamedError)) throw error;
        await db.transaction().execute((tx) => auditStop(tx, run, deleted, clock.now()));
        throw error;
      }
    },
  };
}

async function deleteStep(tx: Tx, run: TaskRun<DeleteNoticesSubject>, now: number): Promise<number> {
  const { accountId, subject } = run;
  const requester = await lockRequester(tx, run, batchDeleteMsg.access, now);
  const seqs = await lockNotices(tx, requester, subject.search, { limit: STEP, now });
  if (seqs.length > 0) await clearNotices(tx, accountId, seqs);
  return seqs.length;
}

async function auditStop(
  tx: Tx,
  { accountId, userId, subject }: TaskRun<DeleteNoticesSubject>,
  removed: number,
  now: number,
): Promise<void> {
  const { login, address, count } = subject;
  await recordAudit(
    tx,
    { accountId, userId, login },
    { now, address },
    { action: 'batchDeleteMsg', target: '', after: { removed, remaining: count - removed } },
  );
}
