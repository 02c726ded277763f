import { NamedError } from '@wakeline/contract/errors';
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
          gn: row.name,
          cn: row.trackers,
          abilities: { edit: mayEditGroup(caller, owner), remove: mayRemoveGroup(caller, owner) },
        }));
      return { list, total: list.length, abilities: { add: mayAddGroups(caller) } };
    },

    async createGroup({ groupName }, caller) {
      if (!mayAddGroups(caller)) throw new NamedError('not-allowed');
      const { accountId } = caller;
      const groupId = await db.transaction().execute((tx) => insertGroup(tx, accountId, groupName));
      return { groupId };
    },

    async editGroup({ groupId, groupName }, caller) {
      await db.transaction().execute((tx) => renameGroup(tx, caller, groupId, groupName));
      return {};
    },

    async deleteGroup({ groupId }, caller) {
      if (!mayRemoveGroups(caller)) throw new NamedError('not-allowed');
      const { accountId } = caller;
      await db.transaction().execute((tx) => removeGroup(tx, accountId, groupId));
      return {};
    },
  };
}
