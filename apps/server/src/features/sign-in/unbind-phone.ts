import { NamedError } from '@wakeline/contract/errors';
import type { unbindPhone as operation } from '@wakeline/contract/security';
import { recordAudit } from '../../audit/record.ts';
import type { Db } from '../../db/database.ts';
import type { Handler } from '../../http/handler.ts';
import { transactionAs } from '../../http/transaction-as.ts';
import { undoAttempt } from '../../identity/lockout.ts';
import { unbindPhone } from '../../identity/phone.ts';
import { verifyPassword } from '../../identity/verify-password.ts';

/** Unbinds the caller's phone. Does nothing without one. */
export function unbindPhoneHandler(db: Db): Handler<typeof operation> {
  return async ({ oldPD }, caller, call) => {
    const { attempt, passwordHash } = await verifyPassword(db, caller, oldPD, call);
    await transactionAs(db, caller, call, async (tx) => {
      const user = await tx
        .selectFrom('app_user')
        .select('password_hash')
        .where('user_id', '=', caller.userId)
        .where('account_id', '=', caller.accountId)
        .forUpdate()
        .executeTakeFirst();
      // A concurrent change wins: then the verified password is no longer the current one.
      if (user?.password_hash !== passwordHash) throw new NamedError('password-wrong');
      await undoAttempt(tx, attempt);
      const phone = await unbindPhone(tx, caller.userId);
      if (phone === null) return;
      await recordAudit(tx, caller, call, {
        action: 'unbindPhone',
        target: caller.login,
        before: { phone },
        after: { phone: null },
      });
    });
    return {};
  };
}
