import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { Db, Tx } from '../../db/database.ts';
import { holdAccount } from '../../db/hold-account.ts';
import { sendEvent } from '../../db/notify.ts';
import { inScope, type Scope } from '../../identity/scope.ts';

/** Groups of a scope by name, with the number of trackers in each. */
export function readGroups(db: Db, scope: Scope) {
  return db
    .selectFrom('tracker_group')
    .leftJoin('tracker', 'tracker.group_id', 'tracker_group.group_id')
    .where('tracker_group.account_id', '=', scope.accountId)
    .where(inScope(scope, 'tracker_group.group_id'))
    .groupBy('tracker_group.group_id')
    .select((query) => [
      'tracker_group.group_id',
      'tracker_group.account_id',
      'tracker_group.name',
      'tracker_group.parent_id',
      query.fn.count<number>('tracker.tracker_id').as('trackers'),
    ])
    .orderBy('tracker_group.name')
    .execute();
}

/** @throws NamedError `group-limit`; a violated key for a name that is taken. */
export async function insertGroup(tx: Tx, accountId: number, name: string): Promise<number> {
  await holdAccount(tx, accountId);
  const { count } = await tx
    .selectFrom('tracker_group')
    .where('account_id', '=', accountId)
    .select((query) => query.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (count >= LIMITS.groupsPerAccount) throw new NamedError('group-limit');
  const { group_id } = await tx
    .insertInto('tracker_group')
    .values({ account_id: accountId, name })
    .returning('group_id')
    .executeTakeFirstOrThrow();
  await sendEvent(tx, { type: 'groups', accountId, groupId: group_id });
  return group_id;
}

/**
 * Renames a group, and answers the name that it had.
 *
 * @throws NamedError `group-unknown` when there is no such group in the scope; a violated key for a name that is taken.
 */
export async function renameGroup(
  tx: Tx,
  scope: Scope,
  groupId: number,
  name: string | undefined,
): Promise<string> {
  const before = await tx
    .selectFrom('tracker_group')
    .select('name')
    .where('group_id', '=', groupId)
    .where('account_id', '=', scope.accountId)
    .where(inScope(scope, 'tracker_group.group_id'))
    .forUpdate()
    .executeTakeFirst();
  if (before === undefined) throw new NamedError('group-unknown');
  await tx
    .updateTable('tracker_group')
    .set({ name: name ?? before.name })
    .where('group_id', '=', groupId)
    .where('account_id', '=', scope.accountId)
    .execute();
  await sendEvent(tx, { type: 'groups', accountId: scope.accountId, groupId });
  return before.name;
}

/**
 * Deletes a group; its trackers are in none then. Answers what it was, with the number of its trackers.
 *
 * @throws NamedError `group-unknown` when the account has no such group.
 */
export async function removeGroup(
  tx: Tx,
  accountId: number,
  groupId: number,
): Promise<{ readonly groupName: string; readonly trackers: number }> {
  const trackers = await tx
    .updateTable('tracker')
    .set({ group_id: null })
    .where('group_id', '=', groupId)
    .where('account_id', '=', accountId)
    .returning('tracker_id')
    .execute();
  const row = await tx
    .deleteFrom('tracker_group')
    .where('group_id', '=', groupId)
    .where('account_id', '=', accountId)
    .returning('name')
    .executeTakeFirst();
  if (row === undefined) throw new NamedError('group-unknown');
  await sendEvent(tx, { type: 'groups', accountId, groupId });
  if (trackers.length > 0) {
    const changed = trackers.map((tracker) => tracker.tracker_id);
    await sendEvent(tx, { type: 'trackers', accountId, changed, removed: [] });
  }
  return { groupName: row.name, trackers: trackers.length };
}
