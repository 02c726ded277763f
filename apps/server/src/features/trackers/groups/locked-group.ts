import { NamedError } from '@wakeline/contract/errors';
import type { Tx } from '../../../db/database.ts';
import type { Caller } from '../../../identity/caller.ts';
import { canSeeGroup } from '../../../identity/scope.ts';
import { type GroupTree, lockGroupTree } from './group-tree.ts';
import { canPlaceAtTop, canReadGroup, type OwnedGroup } from './groups.policy.ts';

/** @throws NamedError `group-unknown` when there is no such group in the caller's scope. */
export async function lockGroup(
  tx: Tx,
  caller: Caller,
  groupId: number,
): Promise<{ readonly tree: GroupTree; readonly group: OwnedGroup; readonly name: string }> {
  const { accountId } = caller;
  const tree = await lockGroupTree(tx, accountId);
  if (!tree.has(groupId) || !canReadGroup(caller, { accountId, groupId })) {
    throw new NamedError('group-unknown');
  }
  const group = { accountId, groupId, parentId: tree.parentOf(groupId) };
  return { tree, group, name: tree.nameOf(groupId) };
}

/** @throws NamedError `not-allowed` for the top level without full scope, `group-unknown` for a group outside the caller's scope */
export function requireTargetGroup(caller: Caller, tree: GroupTree, parentId: number | null): void {
  if (parentId === null) {
    if (!canPlaceAtTop(caller)) throw new NamedError('not-allowed');
  } else if (!tree.has(parentId) || !canSeeGroup(caller, parentId)) {
    throw new NamedError('group-unknown');
  }
}

/** Details for the audit log, with the parent group by name. */
export function auditDetailsOf(tree: GroupTree, groupName: string, parentId: number | null) {
  return { groupName, parent: parentId === null ? null : tree.nameOf(parentId) };
}
