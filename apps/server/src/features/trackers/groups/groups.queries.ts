import type { ChangedResource } from '@wakeline/contract/live/messages';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/database.ts';
import { sendEvent } from '../../../db/notify.ts';
import { moveFences, removeFencesOfGroup } from '../../../fences/fences.ts';
import { inScope, type Scope } from '../../../identity/scope.ts';
import { moveTrackers, notifyTrackersChanged } from '../../../trackers/write.ts';

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

/** What can lie in a group besides trackers, groups and fences: its table, and how consoles and the audit log call it. */
const OBJECTS = [
  ['label_point', 'labelPoints'],
  ['route', 'routes'],
] as const satisfies readonly (readonly [string, ChangedResource])[];

/** How many things a deleted group has moved, or taken with it. */
export type GroupContents = Readonly<Record<'trackers' | 'fences' | (typeof OBJECTS)[number][1], number>>;

/**
 * Deletes a group. All that is in it moves to the group that it lies in. Where there is none its trackers and groups are in none, and
 * its fences, labelled points and routes go with it: in no group they would watch, and be shown to, all of the account.
 */
export async function removeGroup(
  tx: Tx,
  accountId: number,
  { groupId, parentId }: { readonly groupId: number; readonly parentId: number | null },
): Promise<GroupContents> {
  const trackers = await moveTrackers(tx, accountId, { from: groupId, to: parentId });
  await tx
    .updateTable('tracker_group')
    .set({ parent_id: parentId })
    .where('parent_id', '=', groupId)
    .where('account_id', '=', accountId)
    .execute();
  const fences =
    parentId === null
      ? await removeFencesOfGroup(tx, accountId, groupId)
      : await moveFences(tx, accountId, { from: groupId, to: parentId });
  const objects = { fences, labelPoints: 0, routes: 0 };
  for (const [table, what] of OBJECTS) {
    const isInGroup = sql`group_id = ${groupId} and account_id = ${accountId}`;
    const { numAffectedRows } =
      parentId === null
        ? await sql`delete from ${sql.table(table)} where ${isInGroup}`.execute(tx)
        : await sql`update ${sql.table(table)} set group_id = ${parentId} where ${isInGroup}`.execute(tx);
    objects[what] = Number(numAffectedRows ?? 0n);
  }
  for (const what of ['fences', 'labelPoints', 'routes'] as const)
    if (objects[what] > 0) await sendEvent(tx, { type: 'changed', what, accountId, userId: null });
  await tx
    .deleteFrom('tracker_group')
    .where('group_id', '=', groupId)
    .where('account_id', '=', accountId)
    .execute();
  await sendEvent(tx, { type: 'groups', accountId, groupId });
  await notifyTrackersChanged(tx, accountId, trackers);
  return { trackers: trackers.length, ...objects };
}
