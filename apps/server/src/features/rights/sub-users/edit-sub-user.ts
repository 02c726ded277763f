import type { PayloadOf } from '@wakeline/contract/operation';
import type { editSubEobUser } from '@wakeline/contract/rights/sub-users';
import { difference, recordAudit } from '../../../audit/record.ts';
import type { Db } from '../../../db/database.ts';
import { sendEvent } from '../../../db/notify.ts';
import type { Call } from '../../../http/call.ts';
import { transactionAs } from '../../../http/transaction-as.ts';
import type { Caller } from '../../../identity/caller.ts';
import { unbindPhone } from '../../../identity/phone.ts';
import { revokeAllAccess } from '../../../identity/session.ts';
import { disableTwoFactor } from '../../../identity/totp.ts';
import { requireChange } from './check-sub-user.ts';
import { checkNewPassword, hashNewPassword } from './new-password.ts';
import { auditDetailsOf } from './present.ts';
import { lockSubUser, readSubUser, updateSubUser } from './sub-users.queries.ts';

/** Changes the given fields of a sub-account. Revoked rights end with the commit. */
export async function editSubUser(
  db: Db,
  { uid: _, subUserId, ...change }: PayloadOf<typeof editSubEobUser>,
  caller: Caller,
  call: Call,
): Promise<void> {
  const { accountId } = caller;
  if (change.pd !== undefined) checkNewPassword(change.pd);
  // Checked before the expensive password hash and before the lock, and again inside the transaction.
  await requireChange(db, caller, await readSubUser(db, accountId, subUserId, call.now), change);
  const passwordHash = change.pd === undefined ? undefined : await hashNewPassword(accountId, change.pd);
  await transactionAs(db, caller, call, async (tx) => {
    const before = await lockSubUser(tx, accountId, subUserId, call.now);
    const after = await requireChange(tx, caller, before, change);
    await updateSubUser(tx, subUserId, {
      ...change,
      passwordHash,
      roles: change.roles && [...change.roles, ...before.lapsedRoles],
    });
    // Otherwise the previous user could reset the password with their phone.
    const phone = passwordHash === undefined ? null : await unbindPhone(tx, subUserId);
    if (change.twoFactor === false) await disableTwoFactor(tx, subUserId);
    const changed = difference(
      { ...auditDetailsOf(before), twoFactor: before.twoFactor },
      { ...auditDetailsOf(after), twoFactor: after.twoFactor },
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
    const mustEndAccess = passwordHash !== undefined || (after.disabled && !before.disabled);
    if (mustEndAccess) await revokeAllAccess(tx, subUserId);
    else await sendEvent(tx, { type: 'rights', userId: subUserId });
  });
}
