import { NamedError } from '@wakeline/contract/errors';
import { CODE_TYPES, type register } from '@wakeline/contract/sign-in';
import { recordAudit } from '../../audit/record.ts';
import type { Db } from '../../db/database.ts';
import type { Handler } from '../../http/handler.ts';
import { useCode } from '../../identity/codes.ts';
import { isCommonDigest } from '../../identity/common-passwords.ts';
import { createAccount } from '../../identity/create-account.ts';
import { clearFailures } from '../../identity/lockout.ts';
import { addressHashSource, hashQueued } from '../../identity/password.ts';
import { maskPhone } from '../../identity/phone.ts';
import { readRegistration, readRegistrationRoles } from '../../identity/registration.ts';
import { verifyPhone } from './verify-phone.ts';

/** Creates an account with the phone number as login, under the dealer of the link code. It opens no session. */
export function registerHandler(db: Db): Handler<typeof register> {
  return async ({ phone, code, pd, t, lang }, _anonymous, call) => {
    const { open, dealerId } = await readRegistration(db, t);
    if (!open) throw new NamedError('registration-closed');
    if (isCommonDigest(pd)) throw new NamedError('password-common');
    const { codeId, attempt } = await verifyPhone(db, { phone, type: CODE_TYPES.registration, code }, call);
    // Revealed only with a verified phone. Checked before the expensive hash, and again inside the transaction.
    await requireFreePhone(db, phone);
    const passwordHash = await hashQueued(addressHashSource(call), pd);
    await db.transaction().execute(async (tx) => {
      await useCode(tx, codeId);
      await clearFailures(tx, attempt);
      // Of two concurrent calls the unique keys refuse one.
      await requireFreePhone(tx, phone);
      const { accountId, userId } = await createAccount(tx, {
        login: phone,
        passwordHash,
        name: phone,
        language: lang ?? call.language,
        roles: await readRegistrationRoles(tx),
        phone,
        dealerId,
      });
      await recordAudit(tx, { accountId, userId, login: phone }, call, {
        action: 'register',
        target: phone,
        after: { phone: maskPhone(phone) },
      });
    });
    return {};
  };
}

/** @throws NamedError `phone-taken`, `login-taken` */
async function requireFreePhone(db: Db, phone: string): Promise<void> {
  const takers = await db
    .selectFrom('app_user')
    .select('phone')
    .where((where) => where.or([where('phone', '=', phone), where('login', '=', phone)]))
    .execute();
  if (takers.some((taker) => taker.phone === phone)) throw new NamedError('phone-taken');
  if (takers.length > 0) throw new NamedError('login-taken');
}
