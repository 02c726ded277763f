import { NamedError } from '@wakeline/contract/errors';
import type { bindPhone } from '@wakeline/contract/security';
import { CODE_TYPES } from '@wakeline/contract/sign-in';
import { recordAudit } from '../../audit/record.ts';
import type { Db } from '../../db/database.ts';
import type { Handler } from '../../http/handler.ts';
import { transactionAs } from '../../http/transaction-as.ts';
import { useCode } from '../../identity/codes.ts';
import { undoAttempt } from '../../identity/lockout.ts';
import { maskPhone } from '../../identity/phone.ts';
import { verifyPassword } from '../../identity/verify-password.ts';
import { verifyPhone } from './verify-phone.ts';

/** Binds a phone to the caller, replacing the previous one. Requires the password, since a bound phone can reset it. */
export function bindPhoneHandler(db: Db): Handler<typeof bindPhone> {
  return async ({ oldPD, phone, code }, caller, call) => {
    const password = await verifyPassword(db, caller, oldPD, call);
    const { codeId, attempt } = await verifyPhone(db, { phone, type: CODE_TYPES.bindPhone, code }, call);
    const { userId } = caller;
    await transactionAs(db, caller, call, async (tx) => {
      await useCode(tx, codeId);
      // Only these attempts: a verified phone must not clear failures of the second factor, which count for it.
      for (const countedAttempt of [attempt, password.attempt]) await undoAttempt(tx, countedAttempt);
      const users = await tx
        .selectFrom('app_user')
        .select(['user_id', 'phone'])
        .where((where) => where.or([where('user_id', '=', userId), where('phone', '=', phone)]))
        .execute();
      if (users.some((user) => user.phone === phone && user.user_id !== userId)) {
        throw new NamedError('phone-taken');
      }
      const before = users.find((user) => user.user_id === userId)?.phone ?? null;
      const bound = await tx
        .updateTable('app_user')
        .set({ phone })
        .where('user_id', '=', userId)
        .where('account_id', '=', caller.accountId)
        // A concurrent change wins: then the verified password is no longer the current one.
        .where('password_hash', '=', password.passwordHash)
        .returning('user_id')
        .executeTakeFirst();
      if (bound === undefined) throw new NamedError('password-wrong');
      await recordAudit(tx, caller, call, {
        action: 'bindPhone',
        target: caller.login,
        before: { phone: before === null ? null : maskPhone(before) },
        after: { phone: maskPhone(phone) },
      });
    });
    return {};
  };
}
