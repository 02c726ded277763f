import { NamedError } from '@wakeline/contract/errors';
import { difference, recordAudit } from '../../audit/record.ts';
import type { Db } from '../../db/database.ts';
import type { Handlers } from '../../http/handler.ts';
import {
  mayAddGroups,
  mayEditGroup,
  mayReadGroup,
  mayRemoveGroup,
  mayRemoveGroups,
} from './groups.policy.ts';
import { insertGroup, readGroups, removeGroup, renameGroup } from './groups.queries.ts';

type GroupOperation = 'queryAllGroups' | 'createGroup' | 'editGroup' | 'deleteGroup';

/** Reading, making, renaming and deleting groups of trackers. */
export function groupHandlers(db: Db): Pick<Handlers, GroupOperation> {
  return {
    async queryAllGroups(_payload, caller) {
      const rows = await readGroups(db, caller);
      const list = rows
        .map((row) => ({ row, owner: { accountId: row.account_id, groupId: row.group_id } }))
        .filter(({ owner }) => mayReadGroup(caller, owner))
        .map(({ row, owner }) => ({
          groupId: row.group_id,
          parentId: row.parent_id,
          gn: row.name,
          cn: row.trackers,
          abilities: { edit: mayEditGroup(caller, owner), remove: mayRemoveGroup(caller, owner) },
        }));
      return { list, total: list.length, abilities: { add: mayAddGroups(caller) } };
    },

    async createGroup({ groupName }, caller, call) {
      if (!mayAddGroups(caller)) throw new NamedError('not-allowed');
      const { accountId } = caller;
      return db.transaction().execute(async (tx) => {
        const groupId = await insertGroup(tx, accountId, groupName);
        await recordAudit(tx, caller, call, {
          action: 'createGroup',
          target: groupName,
          after: { groupName },
        });
        return { groupId };
      });
    },

    async editGroup({ groupId, groupName }, caller, call) {
      await db.transaction().execute(async (tx) => {
        const before = await renameGroup(tx, caller, groupId, groupName);
        const changed = difference({ groupName: before }, { groupName: groupName ?? before });
        await recordAudit(tx, caller, call, { action: 'editGroup', target: before, ...changed });
      });
      return {};
    },

    async deleteGroup({ groupId }, caller, call) {
      if (!mayRemoveGroups(caller)) throw new NamedError('not-allowed');
      const { accountId } = caller;
      await db.transaction().execute(async (tx) => {
        const before = await removeGroup(tx, accountId, groupId);
        await recordAudit(tx, caller, call, { action: 'deleteGroup', target: before.groupName, before });
      });
      return {};
    },
  };
}
