import { NamedError } from '@wakeline/contract/errors';
import { recordAudit } from '../../audit/record.ts';
import type { Db } from '../../db/database.ts';
import type { Handlers } from '../../http/handler.ts';
import { endAllAccess } from '../../http/session.ts';
import { looksLikePhone } from '../../identity/login-name.ts';
import { editSubUser } from './edit-sub-user.ts';
import { LoginChecks } from './login-checks.ts';
import { newPasswordHash } from './new-password.ts';
import { factsOf, presentSubUser } from './present.ts';
import { isSelf, mayGive, mayManage, permissionsToGive, rolesToGive } from './sub-users.policy.ts';
import {
  holdGroups,
  insertSubUser,
  isLoginFree,
  lockSubUser,
  readLapsedRoles,
  readSubUsers,
  removeSubUser,
} from './sub-users.queries.ts';

type SubUserOperation =
  | 'queryAllSubEobUser'
  | 'checkSubUser'
  | 'createSubEobUser'
  | 'editSubEobUser'
  | 'deleteSubEobUser';

/** The logins of an account besides its holder's. */
export function subUserHandlers(db: Db): Pick<Handlers, SubUserOperation> {
  const checks = new LoginChecks();
  return {
    async queryAllSubEobUser(_payload, caller, { now }) {
      const [rows, lapsedRoles] = await Promise.all([
        readSubUsers(db, caller.accountId, { now }),
        readLapsedRoles(db, caller),
      ]);
      return {
        list: rows.map((row) => presentSubUser(row, { ...caller, lapsedRoles })),
        total: rows.length,
        permissions: [...permissionsToGive(caller)],
        roles: [...rolesToGive(caller)],
      };
    },

    async checkSubUser({ account }, { userId }, { now }) {
      checks.count(userId, now);
      if (looksLikePhone(account)) throw new NamedError('login-is-phone');
      return { free: await isLoginFree(db, account) };
    },

    async createSubEobUser({ uid: _, pd, ...form }, caller, call) {
      if (looksLikePhone(form.account)) throw new NamedError('login-is-phone');
      const passwordHash = await newPasswordHash(pd);
      return db.transaction().execute(async (tx) => {
        await holdGroups(tx, caller, form.groupIds ?? []);
        if (!mayGive(caller, form)) throw new NamedError('right-not-yours');
        const subUserId = await insertSubUser(tx, caller, { ...form, passwordHash });
        await recordAudit(tx, caller, call, {
          action: 'createSubEobUser',
          target: form.account,
          after: factsOf({ ...form, disabled: false }),
        });
        return { subUserId };
      });
    },

    async editSubEobUser(payload, caller, call) {
      await editSubUser(db, payload, caller, call);
      return {};
    },

    async deleteSubEobUser({ subUserId }, caller, call) {
      await db.transaction().execute(async (tx) => {
        const user = await lockSubUser(tx, caller.accountId, subUserId, call.now);
        if (isSelf(caller, user)) throw new NamedError('own-rights');
        const lapsedRoles = await readLapsedRoles(tx, caller);
        if (!mayManage({ ...caller, lapsedRoles }, user)) throw new NamedError('right-not-yours');
        await endAllAccess(tx, subUserId);
        await removeSubUser(tx, subUserId);
        await recordAudit(tx, caller, call, {
          action: 'deleteSubEobUser',
          target: user.account,
          before: factsOf(user),
        });
      });
      return {};
    },
  };
}
