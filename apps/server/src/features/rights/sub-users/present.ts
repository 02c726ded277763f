import type { SubUser } from '@wakeline/contract/entities/sub-user';
import type { JsonFields } from '../../../db/schema.ts';
import { canSeeGroup } from '../../../identity/scope.ts';
import { canManage, type SubUserManager } from './sub-users.policy.ts';
import type { SubUserRow } from './sub-users.queries.ts';

/** A sub-account in the fields of the contract, with the reader's abilities. Groups outside the reader's scope are omitted. */
export function presentSubUser(row: SubUserRow, reader: SubUserManager): SubUser {
  const { accountId: _, lapsedRoles: __, ...fields } = row;
  const isManageable = canManage(reader, row);
  return {
    ...fields,
    roles: [...row.roles],
    groupIds: row.groupIds === null ? null : row.groupIds.filter((groupId) => canSeeGroup(reader, groupId)),
    abilities: { edit: isManageable, remove: isManageable },
  };
}

/** Details for the audit log. */
export function auditDetailsOf({
  noteName,
  account,
  permission,
  roles,
  groupIds,
  disabled,
}: Pick<SubUserRow, 'noteName' | 'account' | 'permission' | 'roles' | 'groupIds' | 'disabled'>): JsonFields {
  return { noteName, account, permission, roles: [...roles], groupIds: groupIds && [...groupIds], disabled };
}
