import type { querySecurity } from '@wakeline/contract/security';
import type { Db } from '../../db/database.ts';
import type { Handler } from '../../http/handler.ts';
import { maskPhone } from '../../identity/phone.ts';

export function querySecurityHandler(db: Db): Handler<typeof querySecurity> {
  return async (_payload, { userId, accountId }) => {
    const user = await db
      .selectFrom('app_user')
      .where('user_id', '=', userId)
      .where('account_id', '=', accountId)
      .select((query) => [
        'phone',
        'totp_confirmed_at',
        query
          .selectFrom('recovery_code')
          .whereRef('recovery_code.user_id', '=', 'app_user.user_id')
          .select((codes) => codes.fn.countAll<number>().as('count'))
          .as('codes'),
      ])
      .executeTakeFirstOrThrow();
    return {
      phone: user.phone === null ? null : maskPhone(user.phone),
      twoFactor: user.totp_confirmed_at !== null,
      recoveryCodesLeft: user.codes ?? 0,
    };
  };
}
