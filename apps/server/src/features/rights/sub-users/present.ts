import type { SubUser } from '@wakeline/contract/entities/sub-user';
import type { Facts } from '../../../db/schema.ts';
import { seesGroup } from '../../../identity/scope.ts';
import { mayManage, type Superior } from './sub-users.policy.ts';
import type { SubUserRow } from './sub-users.queries.ts';

/** A sub-account as the contract has it, with what `reader` may do with it. Groups that he does not see are not named to him. */
export function presentSubUser(row: SubUserRow, reader: Superior): SubUser {
  const { accountId: _, lapsedRoles: __, ...facts } = row;
  const manages = mayManage(reader, row);
  return {
    ...facts,
    roles: [...row.roles],
    groupIds: row.groupIds === null ? null : row.groupIds.filter((groupId) => seesGroup(reader, groupId)),
    abilities: { edit: manages, remove: manages },
  };
}

/** What is written down of it. */
export function factsOf({
  noteName,
  account,
  permission,
  roles,
  groupIds,
  disabled,
}: Pick<SubUserRow, 'noteName' | 'account' | 'permission' | 'roles' | 'groupIds' | 'disabled'>): Facts {
  return { noteName, account, permission, roles: [...roles], groupIds: groupIds && [...groupIds], disabled };
}
