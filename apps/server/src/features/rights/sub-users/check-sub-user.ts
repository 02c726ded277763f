import { NamedError } from '@wakeline/contract/errors';
import type { PayloadOf } from '@wakeline/contract/operation';
import type { createSubEobUser, editSubEobUser } from '@wakeline/contract/rights/sub-users';
import type { Db } from '../../../db/database.ts';
import type { Caller } from '../../../identity/caller.ts';
import { looksLikePhone } from '../../../identity/login-name.ts';
import {
  canGrant,
  canGrantGroups,
  canManage,
  grantablePermissions,
  grantableRoles,
  isSelf,
} from './sub-users.policy.ts';
import {
  isLoginFree,
  readLapsedRoles,
  requireGroups,
  requireSubUserQuota,
  type SubUserRow,
} from './sub-users.queries.ts';

type Form = Omit<PayloadOf<typeof createSubEobUser>, 'uid' | 'pd'>;
export type Change = Omit<PayloadOf<typeof editSubEobUser>, 'uid' | 'subUserId'>;

/**
 * Checks that the caller can create this sub-account.
 *
 * @throws NamedError `group-unknown`, `right-not-yours`, `sub-user-limit`, `login-taken`
 */
export async function requireCreatable(db: Db, caller: Caller, form: Form): Promise<void> {
  await requireGroups(db, caller, form.groupIds ?? []);
  if (!canGrant(caller, form)) throw new NamedError('right-not-yours');
  await requireSubUserQuota(db, caller.accountId);
  if (!(await isLoginFree(db, form.account))) throw new NamedError('login-taken');
}

/** @throws NamedError `own-rights`, `right-not-yours` */
export async function requireManaged(db: Db, caller: Caller, user: SubUserRow): Promise<void> {
  if (isSelf(caller, user)) throw new NamedError('own-rights');
  const lapsedRoles = await readLapsedRoles(db, caller);
  if (!canManage({ ...caller, lapsedRoles }, user)) throw new NamedError('right-not-yours');
}

/**
 * Checks a change and returns the sub-account as it would be after it.
 *
 * @throws NamedError `own-rights`, `right-not-yours`, `login-is-phone`, `group-unknown`, `login-taken`
 */
export async function requireChange(
  db: Db,
  caller: Caller,
  before: SubUserRow,
  change: Change,
): Promise<SubUserRow> {
  await requireManaged(db, caller, before);
  const after = { ...before, ...omitUndefined(change) };
  // An existing login that looks like a phone number may stay.
  const isRenamed = after.account !== before.account;
  if (isRenamed && looksLikePhone(after.account)) throw new NamedError('login-is-phone');
  await requireGroups(db, caller, change.groupIds ?? []);
  checkGranted(caller, before, after);
  const isSameLogin = after.account.toLowerCase() === before.account.toLowerCase();
  if (!isSameLogin && !(await isLoginFree(db, after.account))) throw new NamedError('login-taken');
  return after;
}

/** Omits undefined fields. */
function omitUndefined({ pd: _, ...change }: Change): Partial<SubUserRow> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}

/** Checks only added rights: the manager need not be able to grant those that the sub-account has already. */
function checkGranted(caller: Caller, before: SubUserRow, after: SubUserRow): void {
  const ownRoles = grantableRoles(caller);
  const addedRoles = after.roles.filter((role) => !before.roles.includes(role));
  const changesPermission =
    after.permission !== before.permission && !grantablePermissions(caller).includes(after.permission);
  const widensGroups = after.groupIds === null && before.groupIds !== null && !canGrantGroups(caller, null);
  if (changesPermission || widensGroups || addedRoles.some((role) => !ownRoles.includes(role))) {
    throw new NamedError('right-not-yours');
  }
}
