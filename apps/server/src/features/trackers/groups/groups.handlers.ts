import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { difference, recordAudit } from '../../../audit/record.ts';
import type { Db } from '../../../db/database.ts';
import type { Handlers } from '../../../http/handler.ts';
import { transactionAs } from '../../../http/transaction-as.ts';
import type { Caller } from '../../../identity/caller.ts';
import { canSeeGroup } from '../../../identity/scope.ts';
import { lockGroupTree } from './group-tree.ts';
import {
  canAddGroups,
  canEditGroup,
  canMoveGroup,
  canPlaceAtTop,
  canReadGroup,
  canRemoveGroup,
} from './groups.policy.ts';
import { insertGroup, readGroups, updateGroup } from './groups.queries.ts';
import { auditDetailsOf, lockGroup, requireTargetGroup } from './locked-group.ts';

type GroupOperation = 'queryAllGroups' | 'createGroup' | 'editGroup';

/** Lists, creates, renames and moves groups of trackers. */
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
