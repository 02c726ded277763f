import { NamedError } from '@wakeline/contract/errors';
import { recordAudit } from '../../../audit/record.ts';
import type { Db } from '../../../db/database.ts';
import { lockAccount } from '../../../db/lock-account.ts';
import type { Handlers } from '../../../http/handler.ts';
import { transactionAs } from '../../../http/transaction-as.ts';
import { looksLikePhone } from '../../../identity/login-name.ts';
import { revokeAllAccess } from '../../../identity/session.ts';
import { requireCreatable, requireManaged } from './check-sub-user.ts';
import { editSubUser } from './edit-sub-user.ts';
import { LoginCheckLimiter } from './login-check-limiter.ts';
import { checkNewPassword, hashNewPassword } from './new-password.ts';
import { auditDetailsOf, presentSubUser } from './present.ts';
import { grantablePermissions, grantableRoles } from './sub-users.policy.ts';
import {
  insertSubUser,
  isLoginFree,
  lockSubUser,
  readLapsedRoles,
  readSubUser,
  readSubUsers,
  removeSubUser,
} from './sub-users.queries.ts';

type SubUserOperation =
  | 'queryAllSubEobUser'
  | 'checkSubUser'
  | 'createSubEobUser'
  | 'editSubEobUser'
  | 'deleteSubEobUser';

/** Sub-accounts: the logins of an account except its holder's. */
export function subUserHandlers(db: Db): Pick<Handlers, SubUserOperation> {
  const loginCheckLimiter = new LoginCheckLimiter();
  return {
    async queryAllSubEobUser(_payload, caller, { now }) {
      const [rows, lapsedRoles] = await Promise.all([
        readSubUsers(db, caller.accountId, { now }),
        readLapsedRoles(db, caller),
      ]);
      return {
        list: rows.map((row) => presentSubUser(row, { ...caller, lapsedRoles })),
        total: rows.length,
        permissions: [...grantablePermissions(caller)],
        roles: [...grantableRoles(caller)],
      };
    },

    async checkSubUser({ account }, { userId }, { now }) {
      loginCheckLimiter.count(userId, now);
      if (looksLikePhone(account)) throw new NamedError('login-is-phone');
      return { free: await isLoginFree(db, account) };
    },

    async createSubEobUser({ uid: _, pd, ...form }, caller, call) {
      if (looksLikePhone(form.account)) throw new NamedError('login-is-phone');
      checkNewPassword(pd);
      // Checked before the expensive password hash, and again inside the transaction.
      await requireCreatable(db, caller, form);
      const passwordHash = await hashNewPassword(caller.accountId, pd);
      return transactionAs(db, caller, call, async (tx) => {
        // Serializes concurrent creations, so that together they cannot exceed the limit.
        await lockAccount(tx, caller.accountId);
        await requireCreatable(tx, caller, form);
        const subUserId = await insertSubUser(tx, caller, { ...form, passwordHash });
        await recordAudit(tx, caller, call, {
          action: 'createSubEobUser',
          target: form.account,
          after: auditDetailsOf({ ...form, disabled: false }),
        });
        return { subUserId };
      });
    },

    async editSubEobUser(payload, caller, call) {
      await editSubUser(db, payload, caller, call);
      return {};
    },

    async deleteSubEobUser({ subUserId }, caller, call) {
      // Checked before the lock: a caller without the right must not block others.
      await requireManaged(db, caller, await readSubUser(db, caller.accountId, subUserId, call.now));
      await transactionAs(db, caller, call, async (tx) => {
        const user = await lockSubUser(tx, caller.accountId, subUserId, call.now);
        await requireManaged(tx, caller, user);
        await revokeAllAccess(tx, subUserId);
        await removeSubUser(tx, subUserId);
        await recordAudit(tx, caller, call, {
          action: 'deleteSubEobUser',
          target: user.account,
          before: auditDetailsOf(user),
        });
      });
      return {};
    },
  };
}
