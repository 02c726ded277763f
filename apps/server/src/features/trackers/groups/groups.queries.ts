import type { ChangedResource } from '@wakeline/contract/live/messages';
import { sql } from 'kysely';
import { movePlanes } from '../../../aviation/planes.ts';
import type { Db, Tx } from '../../../db/database.ts';
import { sendEvent } from '../../../db/notify.ts';
import { moveFences, removeFencesOfGroup } from '../../../fences/fences.ts';
import { inScope, type Scope } from '../../../identity/scope.ts';
import { moveTrackers, notifyTrackersChanged } from '../../../trackers/write.ts';

/** Groups in a scope, ordered by name, with the number of trackers in each. */
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

/** @throws a unique violation if the name is taken. */
export async function insertGroup(tx: Tx, { accountId, name, parentId }: NewGroup): Promise<number> {
  const { group_id } = await tx
    .insertInto('tracker_group')
    .values({ account_id: accountId, name, parent_id: parentId })
    .returning('group_id')
    .executeTakeFirstOrThrow();
  await sendEvent(tx, { type: 'groups', accountId, groupId: group_id });
  return group_id;
}

/** Renames and moves a group. @throws a unique violation if the name is taken. */
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

/** Other objects of a group besides trackers, groups and fences: table, and name in events and the audit log. */
const OBJECTS = [
  ['label_point', 'labelPoints'],
  ['route', 'routes'],
] as const satisfies readonly (readonly [string, ChangedResource])[];

/** Numbers of objects that were moved or deleted with a group. */
export type GroupContents = Readonly<Record<'trackers' | 'fences' | (typeof OBJECTS)[number][1], number>>;

export interface GroupRemoval {
  readonly groupId: number;
  /** Where its trackers move; null: to no group. */
  readonly trackersTo: number | null;
  /** Where its subgroups, fences, labelled points and routes move; null: see `removeGroup`. */
  readonly contentsTo: number | null;
}

/**
 * Deletes a group after its contents have moved. With `contentsTo` null its subgroups have no parent, and its fences,
 * labelled points and routes are deleted, since without a group they would apply to the complete account.
 */
export async function removeGroup(
  tx: Tx,
  accountId: number,
  { groupId, trackersTo, contentsTo }: GroupRemoval,
): Promise<GroupContents> {
  const trackers = await moveTrackers(tx, accountId, { from: groupId, to: trackersTo });
  await movePlanes(tx, accountId, { from: groupId, to: trackersTo });
  await tx
    .updateTable('tracker_group')
    .set({ parent_id: contentsTo })
    .where('parent_id', '=', groupId)
    .where('account_id', '=', accountId)
    .execute();
  const objects = await moveObjects(tx, accountId, { from: groupId, to: contentsTo });
  await tx
    .deleteFrom('tracker_group')
    .where('group_id', '=', groupId)
    .where('account_id', '=', accountId)
    .execute();
  await sendEvent(tx, { type: 'groups', accountId, groupId });
  if (contentsTo !== null) await sendEvent(tx, { type: 'groups', accountId, groupId: contentsTo });
  await notifyTrackersChanged(tx, accountId, trackers);
  return { trackers: trackers.length, ...objects };
}

/** Moves fences, labelled points and routes to another group; null: deletes them. */
async function moveObjects(
  tx: Tx,
  accountId: number,
  { from, to }: { readonly from: number; readonly to: number | null },
): Promise<Omit<GroupContents, 'trackers'>> {
  const fences =
    to === null
      ? await removeFencesOfGroup(tx, accountId, from)
      : await moveFences(tx, accountId, { from, to });
  const objects = { fences, labelPoints: 0, routes: 0 };
  for (const [table, what] of OBJECTS) {
    const isInGroup = sql`group_id = ${from} and account_id = ${accountId}`;
    const { numAffectedRows } =
      to === null
        ? await sql`delete from ${sql.table(table)} where ${isInGroup}`.execute(tx)
        : await sql`update ${sql.table(table)} set group_id = ${to} where ${isInGroup}`.execute(tx);
    objects[what] = Number(numAffectedRows ?? 0n);
  }
  for (const what of ['fences', 'labelPoints', 'routes'] as const)
    if (objects[what] > 0) await sendEvent(tx, { type: 'changed', what, accountId, userId: null });
  return objects;
}
