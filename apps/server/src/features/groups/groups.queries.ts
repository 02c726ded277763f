import type { ChangedThing } from '@wakeline/contract/live';
import type { Db, Tx } from '../../db/database.ts';
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

export interface NewGroup {
  readonly accountId: number;
  readonly name: string;
  readonly parentId: number | null;
}

/** @throws a violated key for a name that is taken. */
export async function insertGroup(tx: Tx, { accountId, name, parentId }: NewGroup): Promise<number> {
  const { group_id } = await tx
    .insertInto('tracker_group')
    .values({ account_id: accountId, name, parent_id: parentId })
    .returning('group_id')
    .executeTakeFirstOrThrow();
  await sendEvent(tx, { type: 'groups', accountId, groupId: group_id });
  return group_id;
}

/** Renames and moves a group. @throws a violated key for a name that is taken. */
export async function updateGroup(
  tx: Tx,
  { accountId, groupId, name, parentId }: NewGroup & { readonly groupId: number },
): Promise<void> {
  await tx
    .updateTable('tracker_group')
    .set({ name, parent_id: parentId })
    .where('group_id', '=', groupId)
    .where('account_id', '=', accountId)
    .execute();
  await sendEvent(tx, { type: 'groups', accountId, groupId });
}

/** What can lie in a group besides trackers and groups, and what consoles are told when it changed. */
const OBJECTS = [
  ['fence', 'fences'],
  ['label_point', 'labelPoints'],
  ['route', 'routes'],
] as const satisfies readonly (readonly [string, ChangedThing])[];

/**
 * Deletes a group. All that is in it moves to the group that it lies in; without one it is in none. Answers how many
 * trackers moved.
 */
export async function removeGroup(
  tx: Tx,
  accountId: number,
  { groupId, parentId }: { readonly groupId: number; readonly parentId: number | null },
): Promise<number> {
  const trackers = await tx
    .updateTable('tracker')
    .set({ group_id: parentId })
    .where('group_id', '=', groupId)
    .where('account_id', '=', accountId)
    .returning('tracker_id')
    .execute();
  await tx
    .updateTable('tracker_group')
    .set({ parent_id: parentId })
    .where('parent_id', '=', groupId)
    .where('account_id', '=', accountId)
    .execute();
  for (const [table, what] of OBJECTS) {
    const moved = await tx
      .updateTable(table)
      .set({ group_id: parentId })
      .where('group_id', '=', groupId)
      .where('account_id', '=', accountId)
      .executeTakeFirst();
    if (moved.numUpdatedRows > 0n) {
      await sendEvent(tx, { type: 'changed', what, accountId, userId: null });
    }
  }
  await tx
    .deleteFrom('tracker_group')
    .where('group_id', '=', groupId)
    .where('account_id', '=', accountId)
    .execute();
  await sendEvent(tx, { type: 'groups', accountId, groupId });
  if (trackers.length > 0) {
    const changed = trackers.map((tracker) => tracker.tracker_id);
    await sendEvent(tx, { type: 'trackers', accountId, changed, removed: [] });
  }
  return trackers.length;
}
