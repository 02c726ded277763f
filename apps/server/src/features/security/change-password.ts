import { NamedError } from '@wakeline/contract/errors';
import type { changePassword } from '@wakeline/contract/security';
import { recordAudit } from '../../audit/record.ts';
import type { Db } from '../../db/database.ts';
import type { Handler } from '../../http/handler.ts';
import { transactionAs } from '../../http/transaction-as.ts';
import { isCommonDigest } from '../../identity/common-passwords.ts';
import { undoAttempt } from '../../identity/lockout.ts';
import { accountHashSource, hashQueued } from '../../identity/password.ts';
import { revokeAllAccess } from '../../identity/session.ts';
import { revokeUserLinks } from '../../identity/user-share-links.ts';
import { verifyPassword } from '../../identity/verify-password.ts';

/** Changes the caller's password and ends all other access: other sessions, tokens and reset tokens. */
export function changePasswordHandler(db: Db): Handler<typeof changePassword> {
  return async ({ oldPD, newPD, withdrawLinks }, caller, call) => {
    if (isCommonDigest(newPD)) throw new NamedError('password-common');
    if (newPD.toLowerCase() === oldPD.toLowerCase()) throw new NamedError('password-same');
    const { attempt, passwordHash } = await verifyPassword(db, caller, oldPD, call);
    const newHash = await hashQueued(accountHashSource(caller), newPD);
    await transactionAs(db, caller, call, async (tx) => {
      const changed = await tx
        .updateTable('app_user')
        .set({ password_hash: newHash })
        .where('user_id', '=', caller.userId)
        .where('account_id', '=', caller.accountId)
        // A concurrent change wins: then the verified password is no longer the current one.
        .where('password_hash', '=', passwordHash)
        .returning('user_id')
        .executeTakeFirst();
      if (changed === undefined) throw new NamedError('password-wrong');
      await undoAttempt(tx, attempt);
      await revokeAllAccess(tx, caller.userId, caller.tokenHash);
      if (withdrawLinks) await revokeUserLinks(tx, caller, call);
      await recordAudit(tx, caller, call, {
        action: 'changePassword',
        target: caller.login,
        after: { password: 'changed' },
      });
    });
    return {};
  };
}
