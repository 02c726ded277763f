import { NamedError } from '@wakeline/contract/errors';
import type { PayloadOf } from '@wakeline/contract/operation';
import type { editSubEobUser } from '@wakeline/contract/sub-users';
import { difference, recordAudit } from '../../audit/record.ts';
import type { Db } from '../../db/database.ts';
import { sendEvent } from '../../db/notify.ts';
import type { Call, Caller } from '../../http/caller.ts';
import { endAllAccess } from '../../http/session.ts';
import { looksLikePhone } from '../../identity/login-name.ts';
import { unbindPhone } from '../../identity/phone.ts';
import { endTwoFactor } from '../../identity/totp.ts';
import { newPasswordHash } from './new-password.ts';
import { factsOf } from './present.ts';
import { isSelf, mayGiveGroups, mayManage, permissionsToGive, rolesToGive } from './sub-users.policy.ts';
import {
  holdGroups,
  lockSubUser,
  readLapsedRoles,
  type SubUserRow,
  updateSubUser,
} from './sub-users.queries.ts';

type Change = Omit<PayloadOf<typeof editSubEobUser>, 'uid' | 'subUserId'>;

/** Changes the given fields of a sub-account; what it may no longer do it cannot do from the commit on. */
export async function editSubUser(
  db: Db,
  { uid: _, subUserId, ...change }: PayloadOf<typeof editSubEobUser>,
  caller: Caller,
  call: Call,
): Promise<void> {
  const passwordHash = change.pd === undefined ? undefined : await newPasswordHash(change.pd);
  await db.transaction().execute(async (tx) => {
    const before = await lockSubUser(tx, caller.accountId, subUserId, call.now);
    if (isSelf(caller, before)) throw new NamedError('own-rights');
    const lapsedRoles = await readLapsedRoles(tx, caller);
    if (!mayManage({ ...caller, lapsedRoles }, before)) throw new NamedError('right-not-yours');
    const after = { ...before, ...given(change) };
    // One that it has already stays.
    if (after.account !== before.account && looksLikePhone(after.account)) {
      throw new NamedError('login-is-phone');
    }
    await holdGroups(tx, caller, change.groupIds ?? []);
    checkGiven(caller, before, after);
    await updateSubUser(tx, subUserId, {
      ...change,
      passwordHash,
      roles: change.roles && [...change.roles, ...before.lapsedRoles],
    });
    // Who held it until now could recover the password with his phone.
    const phone = passwordHash === undefined ? null : await unbindPhone(tx, subUserId);
    if (change.twoFactor === false) await endTwoFactor(tx, subUserId);
    const changed = difference(
      { ...factsOf(before), twoFactor: before.twoFactor },
      { ...factsOf(after), twoFactor: after.twoFactor },
    );
    await recordAudit(tx, caller, call, {
      action: 'editSubEobUser',
      target: before.account,
      before: phone === null ? changed.before : { ...changed.before, phone },
      after: {
        ...changed.after,
        ...(passwordHash !== undefined && { password: 'changed' }),
        ...(phone !== null && { phone: null }),
      },
    });
    const shut = passwordHash !== undefined || (after.disabled && !before.disabled);
    if (shut) await endAllAccess(tx, subUserId);
    else await sendEvent(tx, { type: 'rights', userId: subUserId });
  });
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
