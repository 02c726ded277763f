import type { UserConfig } from '@wakeline/contract/entities/user-config';
import { NamedError } from '@wakeline/contract/errors';
import type { Role } from '@wakeline/contract/roles';
import type { loginByCodeOrPd } from '@wakeline/contract/sign-in';
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { Handler } from '../../http/handler.ts';
import { openSession } from '../../http/session.ts';
import { countAttempt, forgive } from '../../identity/lockout.ts';
import { verifyDigest } from '../../identity/password.ts';

/** How a user wants the console, with the functions that he has at `now`. */
export type ReadSettings = (
  userId: number,
  now: number,
) => Promise<{
  readonly config: UserConfig;
  readonly roles: readonly Role[];
  readonly pluginsOrder: readonly Role[];
}>;

/** Signs in with login and the digest of the password. */
export function loginHandler(db: Db, readSettings: ReadSettings): Handler<typeof loginByCodeOrPd> {
  return async ({ phone: login, pd, code, sign, lang }, _nobody, call) => {
    if (login === undefined || login === '') throw new NamedError('account-empty');
    if (pd === undefined) {
      if (code !== undefined || sign !== undefined) throw new NamedError('login-way-unavailable');
      throw new NamedError('field-invalid', {
        field: 'pd',
        reason: call.language === 'zh_CN' ? '必填' : 'required',
      });
    }
    const attempt = { login, address: call.address, at: call.now };
    await countAttempt(db, attempt);
    const user = await db
      .selectFrom('app_user')
      .innerJoin('account', 'account.account_id', 'app_user.account_id')
      .where('login', '=', login)
      .select(['user_id', 'login', 'permission', 'password_hash', 'disabled', 'app_user.account_id'])
      .executeTakeFirst();
    if (!(await verifyDigest(user?.password_hash ?? null, pd)) || user === undefined) {
      throw new NamedError('credentials-wrong');
    }
    // Said only to who knows the password.
    if (user.disabled) throw new NamedError('user-disabled');

    const token = await db.transaction().execute(async (tx) => {
      await forgive(tx, attempt);
      if (lang !== undefined) {
        await tx
          .updateTable('app_user')
          .set({ config: sql`config || jsonb_build_object('lang', ${lang}::text)` })
          .where('user_id', '=', user.user_id)
          .execute();
      }
      return openSession(tx, { userId: user.user_id, ...call });
    });
    call.setSessionCookie(token);

    const [settings, head] = await Promise.all([
      readSettings(user.user_id, call.now),
      db
        .selectFrom('account_log_head')
        .select('seq')
        .where('account_id', '=', user.account_id)
        .executeTakeFirst(),
    ]);
    return {
      accountMsg: {
        uid: String(user.user_id),
        username: user.login,
        token,
        permission: user.permission,
        roles: settings.roles.map((name) => ({ name })),
      },
      pluginsOrder: settings.pluginsOrder.map((key) => ({ key })),
      config: settings.config,
      latestMsgId: head?.seq ?? 0,
      latestNoticeId: 0,
    };
  };
}
