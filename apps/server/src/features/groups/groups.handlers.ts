import type { Db } from '../../db/database.ts';
import type { Handlers } from '../../http/handler.ts';
import { mayAddGroups, mayEditGroup, mayReadGroup, mayRemoveGroup } from './groups.policy.ts';
import { insertGroup, readGroups, removeGroup, renameGroup } from './groups.queries.ts';

type GroupOperation = 'queryAllGroups' | 'createGroup' | 'editGroup' | 'deleteGroup';

/** Reading, making, renaming and deleting groups of trackers. */
export function groupHandlers(db: Db): Pick<Handlers, GroupOperation> {
  return {
    async queryAllGroups(_payload, caller) {
      const rows = await readGroups(db, caller.accountId);
      const list = rows
        .map((row) => ({ row, owner: { accountId: row.account_id } }))
        .filter(({ owner }) => mayReadGroup(caller, owner))
        .map(({ row, owner }) => ({
          groupId: row.group_id,
          gn: row.name,
          cn: row.trackers,
          abilities: { edit: mayEditGroup(caller, owner), remove: mayRemoveGroup(caller, owner) },
        }));
      return { list, total: list.length, abilities: { add: mayAddGroups(caller) } };
    },

    async createGroup({ groupName }, { accountId }) {
      const groupId = await db.transaction().execute((tx) => insertGroup(tx, accountId, groupName));
      return { groupId };
    },

    async editGroup({ groupId, groupName }, { accountId }) {
      await db.transaction().execute((tx) => renameGroup(tx, accountId, groupId, groupName));
      return {};
    },

    async deleteGroup({ groupId }, { accountId }) {
      await db.transaction().execute((tx) => removeGroup(tx, accountId, groupId));
      return {};
    },
  };
}
