import { NamedError } from '@wakeline/contract/errors';
import type { PayloadOf } from '@wakeline/contract/operation';
import type { createSubEobUser, editSubEobUser } from '@wakeline/contract/rights/sub-users';
import type { Db } from '../../../db/database.ts';
import type { Caller } from '../../../identity/caller.ts';
import { looksLikePhone } from '../../../identity/login-name.ts';
import {
  isSelf,
  mayGive,
  mayGiveGroups,
  mayManage,
  permissionsToGive,
  rolesToGive,
} from './sub-users.policy.ts';
import {
  isLoginFree,
  readLapsedRoles,
  requireGroups,
  requireSubUserRoom,
  type SubUserRow,
} from './sub-users.queries.ts';

type Form = Omit<PayloadOf<typeof createSubEobUser>, 'uid' | 'pd'>;
export type Change = Omit<PayloadOf<typeof editSubEobUser>, 'uid' | 'subUserId'>;

/**
 * Whether the caller may make this sub-account.
 *
 * @throws NamedError `group-unknown`, `right-not-yours`, `sub-user-limit`, `login-taken`
 */
export async function requireNew(db: Db, caller: Caller, form: Form): Promise<void> {
  await requireGroups(db, caller, form.groupIds ?? []);
  if (!mayGive(caller, form)) throw new NamedError('right-not-yours');
  await requireSubUserRoom(db, caller.accountId);
  if (!(await isLoginFree(db, form.account))) throw new NamedError('login-taken');
}

/** @throws NamedError `own-rights`, `right-not-yours` */
export async function requireManaged(db: Db, caller: Caller, user: SubUserRow): Promise<void> {
  if (isSelf(caller, user)) throw new NamedError('own-rights');
  const lapsedRoles = await readLapsedRoles(db, caller);
  if (!mayManage({ ...caller, lapsedRoles }, user)) throw new NamedError('right-not-yours');
}

/**
 * The sub-account as it would be after this change.
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
  const after = { ...before, ...given(change) };
  // One that it has already stays.
  const renamed = after.account !== before.account;
  if (renamed && looksLikePhone(after.account)) throw new NamedError('login-is-phone');
  await requireGroups(db, caller, change.groupIds ?? []);
  checkGiven(caller, before, after);
  const sameLetters = after.account.toLowerCase() === before.account.toLowerCase();
  if (!sameLetters && !(await isLoginFree(db, after.account))) throw new NamedError('login-taken');
  return after;
}

/** The given fields without those that were left out. */
function given({ pd: _, ...change }: Change): Partial<SubUserRow> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}

/** What it had already nobody gives: only what is added has to be the manager's to give. */
function checkGiven(caller: Caller, before: SubUserRow, after: SubUserRow): void {
  const mine = rolesToGive(caller);
  const added = after.roles.filter((role) => !before.roles.includes(role));
  const raised =
    after.permission !== before.permission && !permissionsToGive(caller).includes(after.permission);
  const widened = after.groupIds === null && before.groupIds !== null && !mayGiveGroups(caller, null);
  if (raised || widened || added.some((role) => !mine.includes(role))) {
    throw new NamedError('right-not-yours');
  }
}
