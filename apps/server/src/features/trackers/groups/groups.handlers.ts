import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { difference, recordAudit } from '../../../audit/record.ts';
import type { Db, Tx } from '../../../db/database.ts';
import type { Handlers } from '../../../http/handler.ts';
import { transactionAs } from '../../../http/transaction-as.ts';
import type { Caller } from '../../../identity/caller.ts';
import { canSeeGroup } from '../../../identity/scope.ts';
import { type GroupTree, lockGroupTree } from './group-tree.ts';
import {
  canAddGroups,
  canEditGroup,
  canMoveGroup,
  canPlaceAtTop,
  canReadGroup,
  canRemoveGroup,
  type OwnedGroup,
} from './groups.policy.ts';
import { insertGroup, readGroups, removeGroup, updateGroup } from './groups.queries.ts';

type GroupOperation = 'queryAllGroups' | 'createGroup' | 'editGroup' | 'deleteGroup';

/** Lists, creates, renames, moves and deletes groups of trackers. */
export function groupHandlers(db: Db): Pick<Handlers, GroupOperation> {
  return {
    async queryAllGroups(_payload, caller) {
      const rows = await readGroups(db, caller);
      const list = rows
        .map((row) => ({
          row,
          owned: { accountId: row.account_id, groupId: row.group_id, parentId: row.parent_id },
        }))
        .filter(({ owned }) => canReadGroup(caller, owned))
        .map(({ row, owned }) => ({
          groupId: row.group_id,
          parentId: visibleParent(caller, row.parent_id),
          gn: row.name,
          cn: row.trackers,
          abilities: { edit: canEditGroup(caller, owned), remove: canRemoveGroup(caller, owned) },
        }));
      return { list, total: list.length, abilities: abilitiesOf(caller) };
    },

    async createGroup({ groupName, parentId }, caller, call) {
      if (!canAddGroups(caller)) throw new NamedError('not-allowed');
      const { accountId } = caller;
      return transactionAs(db, caller, call, async (tx) => {
        const tree = await lockGroupTree(tx, accountId);
        requireTargetGroup(caller, tree, parentId);
        if (tree.size >= LIMITS.groupsPerAccount) throw new NamedError('group-limit');
        tree.checkParent(null, parentId);
        const groupId = await insertGroup(tx, { accountId, name: groupName, parentId });
        await recordAudit(tx, caller, call, {
          action: 'createGroup',
          target: groupName,
          after: auditDetailsOf(tree, groupName, parentId),
        });
        return { groupId };
      });
    },

    async editGroup({ groupId, groupName, parentId: requestedParentId }, caller, call) {
      await transactionAs(db, caller, call, async (tx) => {
        const { tree, group, name } = await lockGroup(tx, caller, groupId);
        if (!canEditGroup(caller, group)) throw new NamedError('not-allowed');
        // A parent outside the caller's scope was returned as null; the same value in a request means no change.
        const isParentUnchanged =
          requestedParentId === undefined || requestedParentId === visibleParent(caller, group.parentId);
        const parentId = isParentUnchanged ? group.parentId : requestedParentId;
        if (!isParentUnchanged) {
          if (!canMoveGroup(caller, group)) throw new NamedError('not-allowed');
          requireTargetGroup(caller, tree, parentId);
          tree.checkParent(groupId, parentId);
        }
        const after = groupName ?? name;
        await updateGroup(tx, { accountId: caller.accountId, groupId, name: after, parentId });
        const changed = difference(
          auditDetailsOf(tree, name, group.parentId),
          auditDetailsOf(tree, after, parentId),
        );
        await recordAudit(tx, caller, call, { action: 'editGroup', target: name, ...changed });
      });
      return {};
    },

    async deleteGroup({ groupId }, caller, call) {
      await transactionAs(db, caller, call, async (tx) => {
        const { tree, group, name } = await lockGroup(tx, caller, groupId);
        if (!canRemoveGroup(caller, group)) throw new NamedError('not-allowed');
        const contents = await removeGroup(tx, caller.accountId, group);
        const before = { ...auditDetailsOf(tree, name, group.parentId), ...contents };
        await recordAudit(tx, caller, call, { action: 'deleteGroup', target: name, before });
      });
      return {};
    },
  };
}

function abilitiesOf(caller: Caller): { add: boolean; addTop: boolean } {
  const add = canAddGroups(caller);
  return { add, addTop: add && canPlaceAtTop(caller) };
}

/** The parent group if it is in the caller's scope, else null. */
function visibleParent(caller: Caller, parentId: number | null): number | null {
  return parentId !== null && canSeeGroup(caller, parentId) ? parentId : null;
}

/** @throws NamedError `group-unknown` when there is no such group in the caller's scope. */
async function lockGroup(
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
function requireTargetGroup(caller: Caller, tree: GroupTree, parentId: number | null): void {
  if (parentId === null) {
    if (!canPlaceAtTop(caller)) throw new NamedError('not-allowed');
  } else if (!tree.has(parentId) || !canSeeGroup(caller, parentId)) {
    throw new NamedError('group-unknown');
  }
}

/** Details for the audit log, with the parent group by name. */
function auditDetailsOf(tree: GroupTree, groupName: string, parentId: number | null) {
  return { groupName, parent: parentId === null ? null : tree.nameOf(parentId) };
}
